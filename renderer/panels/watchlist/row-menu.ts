import { watchlistText } from '../../messages/panels/watchlist'
import { panelKinds, panelSpecs, type PanelKind } from '#shared/domain/workspace/index'
import type { MenuGroup } from '../../ui/menu'
import type { WatchBoard } from './board.svelte'

const opened = panelKinds.filter((kind) => panelSpecs[kind].hasMarket)

export function rowMenu(board: WatchBoard, market: string): readonly MenuGroup[] {
  const { desk, host } = board
  const index = board.watched.findIndex((row) => row.market === market)
  const { whyFixed } = board
  const sorted = whyFixed ?? (board.sorting ? watchlistText.menu.sorted : null)
  const locked = host.locked ? watchlistText.menu.locked : null
  const openPanel = (kind: PanelKind) =>
    desk.attempt(() =>
      desk.workspaces.act({
        do: 'panel.add',
        workspace: host.slot.workspace,
        frame: host.slot.frame,
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
        {
          label: watchlistText.menu.show(market),
          caps: [watchlistText.keys.enter],
          run: () => board.show(market)
        },
        {
          label: watchlistText.menu.addAlert,
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
      title: watchlistText.menu.open,
      items: opened.map((kind) => ({
        label: panelSpecs[kind].title,
        disabled: locked,
        run: () => openPanel(kind)
      }))
    },
    {
      items: [
        {
          label: watchlistText.menu.up,
          caps: [watchlistText.keys.alt, '↑'],
          disabled: sorted ?? (index <= 0 ? watchlistText.menu.first : null),
          run: () => board.move(market, -1)
        },
        {
          label: watchlistText.menu.down,
          caps: [watchlistText.keys.alt, '↓'],
          disabled: sorted ?? (index === board.watched.length - 1 ? watchlistText.menu.last : null),
          run: () => board.move(market, 1)
        },
        {
          label: watchlistText.remove.fromList,
          caps: [watchlistText.keys.delete],
          disabled: whyFixed,
          run: () => board.remove(market)
        }
      ]
    }
  ]
}
