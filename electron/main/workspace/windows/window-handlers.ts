import type { FeatureHandlers } from '#shared/contract/index'
import type { Windows } from '.'

interface WorkspaceWindows {
  /** Throws if the workspace no longer exists. */
  readonly openWindow: (workspace: string) => void
}

export function setUpWindowCalls(
  { registry: windows, pushes, guard, ending }: Pick<Windows, 'registry' | 'pushes' | 'guard' | 'ending'>,
  workspaces: WorkspaceWindows
): FeatureHandlers<'windows'> {
  return {
    open({ view, rest }) {
      const { id } = windows.openDesk(view)
      if (rest) pushes.send(id, 'windows.show', { view, rest })
      return null
    },
    openWorkspace({ workspace }) {
      workspaces.openWindow(workspace)
      return null
    },
    close(_payload, { windowId }) {
      // After the answer reached the window.
      setImmediate(() => windows.byId(windowId)?.browser.close())
      return null
    },
    rememberView({ view }, { windowId }) {
      windows.rememberView(windowId, view)
      return null
    },
    rememberWorkspace({ workspace }, { windowId }) {
      const content = windows.byId(windowId)?.content
      if (content?.kind === 'desk') windows.setContent(windowId, { ...content, workspace })
      return null
    },
    stayOnTop({ onTop }, { windowId }) {
      windows.stayOnTop(windowId, onTop)
      return null
    },
    restoring({ panel }, { windowId }) {
      guard.restoring(windowId, panel)
      return null
    },
    removeStopped({ panel }) {
      guard.remove(panel)
      return null
    },
    toggleFullScreen(_payload, { windowId }) {
      const browser = windows.byId(windowId)?.browser
      browser?.setFullScreen(!browser.isFullScreen())
      return null
    },
    ending({ isPicturable }, { windowId }) {
      ending.answer(windowId, isPicturable)
      return null
    }
  }
}
