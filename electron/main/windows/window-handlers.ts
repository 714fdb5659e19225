import type { FeatureHandlers } from '../../shared/contract'
import type { WindowRegistry } from './registry'

export function setUpWindowCalls(windows: WindowRegistry): FeatureHandlers<'windows'> {
  return {
    open({ view }) {
      windows.open(view)
      return null
    },
    close(_payload, { windowId }) {
      // After the answer, which would otherwise find nobody.
      setImmediate(() => windows.byId(windowId)?.browser.close())
      return null
    },
    rememberView({ view }, { windowId }) {
      windows.rememberView(windowId, view)
      return null
    }
  }
}
