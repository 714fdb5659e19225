import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import { shareLinks, showInGroup } from './actions/link'
import { activatePanel, addPanel, changePanel, removePanel } from './actions/panel'
import { fillWindow, movePanel, popOutPanel, resizeSplit, returnWindow } from './actions/move'
import { turn } from './actions/turn'
import {
  addWorkspace,
  duplicateWorkspace,
  lockWorkspace,
  moveWorkspace,
  removeWorkspace,
  renameWorkspace
} from './actions/workspace'
import type { ActionPorts, Applied, Desk } from './desk'

/** Returns the same desk if nothing changed; throws a problem if refused. */
export function applyAction(desk: Desk, action: WorkspaceAction, ports: ActionPorts): Applied {
  switch (action.do) {
    case 'workspace.add':
      return addWorkspace(desk, action, ports)
    case 'workspace.duplicate':
      return duplicateWorkspace(desk, action, ports)
    case 'workspace.rename':
      return renameWorkspace(desk, action, ports)
    case 'workspace.remove':
      return removeWorkspace(desk, action, ports)
    case 'workspace.move':
      return moveWorkspace(desk, action)
    case 'workspace.lock':
      return lockWorkspace(desk, action)
    case 'workspace.share':
      return shareLinks(desk, action, ports)
    case 'undo':
    case 'redo':
      return turn(desk, action)
    case 'panel.add':
      return addPanel(desk, action, ports)
    case 'panel.remove':
      return removePanel(desk, action, ports)
    case 'panel.move':
      return movePanel(desk, action, ports)
    case 'panel.activate':
      return activatePanel(desk, action)
    case 'panel.change':
      return changePanel(desk, action)
    case 'panel.popOut':
      return popOutPanel(desk, action, ports)
    case 'window.return':
      return returnWindow(desk, action, ports)
    case 'window.fill':
      return fillWindow(desk, action)
    case 'split.resize':
      return resizeSplit(desk, action, ports)
    case 'link.show':
      return showInGroup(desk, action)
  }
}
