import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import { shareLinks, showInGroup } from './actions/link'
import { activatePanel, addPanel, changePanel, removePanel } from './actions/panel'
import { fillFrame, movePanel, popOutPanel, resizeSplit, returnFrame } from './actions/place'
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

/** The desk after the action, the very same one where nothing changed; or a problem with a sentence, and no change. */
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
    case 'frame.return':
      return returnFrame(desk, action, ports)
    case 'frame.fill':
      return fillFrame(desk, action)
    case 'split.resize':
      return resizeSplit(desk, action, ports)
    case 'link.show':
      return showInGroup(desk, action)
  }
}
