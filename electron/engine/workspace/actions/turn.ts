import { unlocked, withWorkspace, workspaceOf, type Applied, type Desk } from '../desk'
import { redo, undo } from '../history'
import { uniqueName } from '../names'
import { unchanged, type Action } from './action'
import { bringBack } from './workspace'

/** One step back or forth; back brings a removed workspace back too. Where there is no step, nothing happens. */
export function turn(desk: Desk, action: Action<'undo'> | Action<'redo'>): Applied {
  const back = action.do === 'undo' ? bringBack(desk, action.workspace) : null
  if (back) return back
  const workspace = workspaceOf(desk, action.workspace)
  const history = desk.histories[workspace.id]
  const turned = action.do === 'undo' ? undo(workspace, history) : redo(workspace, history)
  if (!turned) return unchanged(desk)
  unlocked(workspace)
  // Meanwhile another one may have got the name that it had.
  const others = desk.all.filter((each) => each !== workspace).map(({ name }) => name)
  const named = { ...turned.workspace, name: uniqueName(turned.workspace.name, others) }
  const histories = { ...desk.histories, [workspace.id]: turned.history }
  return unchanged({ ...withWorkspace(desk, named), histories })
}
