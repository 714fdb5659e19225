import { unlocked, withWorkspace, workspaceOf, type Applied, type Desk } from '../desk'
import { redo, undo } from '../history'
import { uniqueName } from '../names'
import { unchanged, type Action } from './action'
import { bringBack } from './workspace'

/** Undo also restores a removed workspace. */
export function turn(desk: Desk, action: Action<'undo'> | Action<'redo'>): Applied {
  const back = action.do === 'undo' ? bringBack(desk, action.workspace) : null
  if (back) return back
  const workspace = workspaceOf(desk, action.workspace)
  const history = desk.histories[workspace.id]
  const turned = action.do === 'undo' ? undo(workspace, history) : redo(workspace, history)
  if (!turned) return unchanged(desk)
  unlocked(workspace)
  // Its name may be used by now.
  const others = desk.all.filter((each) => each !== workspace).map(({ name }) => name)
  const named = { ...turned.workspace, name: uniqueName(turned.workspace.name, others) }
  const histories = { ...desk.histories, [workspace.id]: turned.history }
  return unchanged({ ...withWorkspace(desk, named), histories })
}
