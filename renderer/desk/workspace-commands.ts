import { deskText } from '../messages/desk'
import type { CommandId } from '#shared/contract/app/commands'
import { valueOf } from '../lib/client'
import type { Handler } from '../lib/state/commands.svelte'
import type { MarketsModel } from './markets-model.svelte'
import { bringBack, removeWorkspace, saveWorkspace, turn } from './workspace-actions'

type Handlers = Partial<Record<CommandId, Handler>>
const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

export function workspaceCommands(markets: MarketsModel): Handlers {
  const { desk, content } = markets
  const none = () => (markets.workspace ? null : deskText.disabled.noWorkspace)
  const ofDesk = () => (content.kind === 'desk' ? null : deskText.disabled.mainWindowOnly)
  const layout = (): string | null => none() ?? (markets.workspace?.locked ? deskText.disabled.locked : null)
  const toMarkets = () => {
    if (desk.router.view !== 'markets') desk.router.go('markets')
  }
  const byNumber = Object.fromEntries(
    numbers.map((number): [CommandId, Handler] => [
      `workspace.${number}`,
      {
        run: () => {
          const wanted = desk.workspaces.state.all[number - 1]
          if (!wanted) return
          toMarkets()
          markets.show(wanted.id)
        },
        disabled: () =>
          ofDesk() ??
          (desk.workspaces.state.all[number - 1] ? null : deskText.disabled.noWorkspaceNumber(number))
      }
    ])
  )
  return {
    ...byNumber,
    'go.markets': { run: () => desk.router.go('markets') },
    'workspace.new': { run: () => (markets.choosingTemplate = true), disabled: ofDesk },
    'workspace.rename': {
      run: () => (markets.renaming = markets.workspace?.id ?? null),
      disabled: () => ofDesk() ?? none()
    },
    'workspace.duplicate': {
      run: () => markets.duplicate(markets.workspace!.id),
      disabled: () => ofDesk() ?? none()
    },
    'workspace.remove': {
      run: () => removeWorkspace(markets, markets.workspace!),
      disabled: () => ofDesk() ?? none()
    },
    'workspace.bringBack': {
      run: () => {
        const { removed } = desk.workspaces.state
        if (!removed) return
        toMarkets()
        return bringBack(markets, removed.id)
      },
      disabled: () => ofDesk() ?? (desk.workspaces.state.removed ? null : deskText.disabled.noneClosed)
    },
    'workspace.lock': {
      run: () => markets.lock(markets.workspace!.id, !markets.workspace!.locked),
      disabled: none
    },
    'workspace.undo': {
      run: () => turn(markets, 'undo'),
      disabled: () => layout() ?? (!markets.workspace?.undo ? deskText.disabled.nothingToUndo : null)
    },
    'workspace.redo': {
      run: () => turn(markets, 'redo'),
      disabled: () => layout() ?? (!markets.workspace?.redo ? deskText.disabled.nothingToRedo : null)
    },
    'workspace.popOut': {
      run: () => valueOf(desk.bridge.call.windows.openWorkspace({ workspace: markets.workspace!.id })),
      disabled: () => ofDesk() ?? none()
    },
    'workspace.save': { run: () => saveWorkspace(markets, markets.workspace!.id), disabled: none },
    'workspace.load': { run: () => markets.load(), disabled: ofDesk }
  }
}
