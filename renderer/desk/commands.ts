import { deskText } from '../messages/desk'
import type { CommandId } from '#shared/contract/app/commands'
import type { Edge } from '#shared/domain/workspace/index'
import type { Handler } from '../lib/state/commands.svelte'
import type { PanelAction } from '../panels/shell/panel-host.svelte'
import type { MarketsModel } from './markets-model.svelte'
import { growBy, moveBy, neighbourOf, panelAfter } from './panel-moves'
import { cellId } from './names'
import { workspaceCommands } from './workspace-commands'

type Handlers = Partial<Record<CommandId, Handler>>

const whyLocked = deskText.disabled.locked
const noPanel = deskText.disabled.noPanelShown

export function bindMarkets(markets: MarketsModel): () => void {
  const { bridge, commands, router } = markets.desk
  const unbind = commands.bind({
    ...workspaceCommands(markets),
    ...placeCommands(markets),
    ...focusCommands(markets),
    ...panelCommands(markets)
  })
  const unsubscribe = bridge.on('workspaces.show', ({ workspace }) => {
    router.go('markets')
    markets.show(workspace)
  })
  return () => {
    unbind()
    unsubscribe()
  }
}

/** Why panel commands are unavailable, or null. */
function whyNot(markets: MarketsModel): string | null {
  if (markets.desk.router.view !== 'markets') return deskText.disabled.marketsOnly
  return markets.host ? null : noPanel
}

const whyNotChanged = (markets: MarketsModel) =>
  whyNot(markets) ?? (markets.workspace?.locked ? whyLocked : null)

function placeCommands(markets: MarketsModel): Handlers {
  const { desk } = markets
  const alone = () => markets.panels.length < 2
  const laid = () =>
    whyNotChanged(markets) ?? (markets.maximised === null ? null : deskText.disabled.maximized)
  const move = (edge: Edge): Handler => ({
    run: () => moveBy(markets, edge),
    disabled: () => laid() ?? (alone() ? deskText.disabled.onlyPanel : null)
  })
  const grow = (direction: 'row' | 'column', sign: 1 | -1): Handler => ({
    run: () => growBy(markets, direction, sign),
    disabled: () => laid() ?? (alone() ? deskText.disabled.onlyPanel : null)
  })
  return {
    'panel.add': {
      run: () => {
        if (desk.router.view !== 'markets') desk.router.go('markets')
        markets.choosePanel()
      },
      disabled: () =>
        markets.workspace ? (markets.workspace.locked ? whyLocked : null) : deskText.disabled.noWorkspace
    },
    'panel.maximise': {
      run: () => markets.host && markets.toggleMaximised(markets.host.id),
      disabled: () => whyNot(markets) ?? (alone() ? deskText.disabled.alone : null)
    },
    'panel.popOut': {
      run: () => {
        const { host } = markets
        if (!host) return
        return markets.content.kind === 'frame' ? host.returnToDesk() : host.popOut()
      },
      disabled: () => whyNotChanged(markets)
    },
    'panel.close': {
      run: () => markets.host && markets.removePanel(markets.host.id),
      disabled: () => whyNotChanged(markets)
    },
    'panel.moveLeft': move('left'),
    'panel.moveRight': move('right'),
    'panel.moveUp': move('top'),
    'panel.moveDown': move('bottom'),
    'panel.wider': grow('row', 1),
    'panel.narrower': grow('row', -1),
    'panel.taller': grow('column', 1),
    'panel.shorter': grow('column', -1)
  }
}

function focusCommands(markets: MarketsModel): Handlers {
  const beside = (edge: Edge): Handler => ({
    run: () => {
      const next = neighbourOf(markets, edge)
      if (next !== null) markets.focus(next)
    },
    disabled: () =>
      whyNot(markets) ?? (neighbourOf(markets, edge) === null ? deskText.disabled.noPanel : null)
  })
  const along = (step: 1 | -1): Handler => ({
    run: () => {
      const next = panelAfter(markets, step)
      if (next !== null) markets.focus(next)
    },
    disabled: () => whyNot(markets)
  })
  return {
    'panel.next': along(1),
    'panel.previous': along(-1),
    'panel.focusLeft': beside('left'),
    'panel.focusRight': beside('right'),
    'panel.focusUp': beside('top'),
    'panel.focusDown': beside('bottom')
  }
}

function panelCommands(markets: MarketsModel): Handlers {
  const perform = (action: PanelAction): Handler => ({
    run: () => markets.host?.perform(action),
    disabled: () => whyNot(markets) ?? (markets.host?.can(action) ? null : deskText.disabled.noSuchThing)
  })
  /** Opens a part of the panel's header. */
  const open = (part: string, none: string): Handler => ({
    run: () => partOf(markets, part)?.click(),
    disabled: () => whyNot(markets) ?? (partOf(markets, part) ? null : none)
  })
  return {
    'panel.market': open('[title="Show another market"]', deskText.disabled.noMarket),
    'panel.link': open('[title="Group"]', noPanel),
    'panel.menu': open('[title="Menu"]', noPanel),
    'panel.freeze': perform('freeze'),
    'panel.recentre': perform('recentre'),
    'panel.coarser': perform('coarser'),
    'panel.finer': perform('finer'),
    'panel.live': perform('live'),
    'panel.table': perform('table'),
    'panel.settings': perform('settings'),
    'panel.addAlert': perform('addAlert')
  }
}

function partOf(markets: MarketsModel, part: string): HTMLElement | null {
  const { host } = markets
  const cell = host && document.getElementById(cellId(host.id))
  return cell?.querySelector<HTMLElement>(`header ${part}`) ?? null
}
