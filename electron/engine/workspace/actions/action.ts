import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import type { Workspace } from '#shared/domain/workspace/index'
import { withWorkspace, type ActionPorts, type Applied, type Desk } from '../desk'
import { remembered } from '../history'

export type Action<Name extends WorkspaceAction['do']> = Extract<WorkspaceAction, { do: Name }>

export const unchanged = (desk: Desk, made: string | null = null): Applied => ({ desk, made })

interface Words {
  readonly words: string
  readonly key?: string
  readonly made?: string
}

/** A layout change that can be undone. */
export function changed(
  desk: Desk,
  before: Workspace,
  after: Workspace,
  ports: Pick<ActionPorts, 'now'>,
  { words, key, made }: Words
): Applied {
  const change = { words, at: ports.now(), ...(key !== undefined && { key }) }
  const history = remembered(desk.histories[before.id], before, change)
  return {
    desk: { ...withWorkspace(desk, after), histories: { ...desk.histories, [before.id]: history } },
    made: made ?? null
  }
}
