import { panelKinds, panelSpecs, type PanelKind } from '#shared/domain/workspace/index'
import type { MenuGroup } from '../../ui/menu'
import type { WatchBoard } from './board.svelte'

const opened = panelKinds.filter((kind) => panelSpecs[kind].hasMarket)

/** What can be done with one market of the list. */
export function rowMenu(board: WatchBoard, market: string): readonly MenuGroup[] {
  const { desk, host } = board
  const place = board.watched.findIndex((row) => row.market === market)
  const sorted = board.sorting ? 'The list is sorted' : null
  const locked = host.locked ? 'The layout is locked' : null
  const openPanel = (kind: PanelKind) =>
    desk.attempt(() =>
      desk.workspaces.act({
        do: 'panel.add',
        workspace: host.place.workspace,
        frame: host.place.frame,
        kind,
        link: null,
        market,
        settings: {},
        spot: null
      })
    )
  return [
    {
      items: [
        { label: `Show ${market}`, caps: ['Enter'], run: () => board.show(market) },
        {
          label: 'Add an alert…',
          caps: desk.commands.caps('alerts.add'),
          disabled: desk.commands.whyNot('alerts.add'),
          run: async () => {
            await host.show(market)
            desk.commands.run('alerts.add')
          }
        }
      ]
    },
    {
      title: 'Open in a new panel',
      items: opened.map((kind) => ({
        label: panelSpecs[kind].title,
        disabled: locked,
        run: () => openPanel(kind)
      }))
    },
    {
      items: [
        {
          label: 'Move up',
          caps: ['Alt', '↑'],
          disabled: sorted ?? (place <= 0 ? 'It is the first' : null),
          run: () => board.move(market, -1)
        },
        {
          label: 'Move down',
          caps: ['Alt', '↓'],
          disabled: sorted ?? (place === board.watched.length - 1 ? 'It is the last' : null),
          run: () => board.move(market, 1)
        },
        { label: 'Remove from watchlist', caps: ['Del'], run: () => board.remove(market) }
      ]
    }
  ]
}
