import type { IpcRenderer } from 'electron'
import { feedPortChannel } from '#shared/contract/market/feed'

/** A port cannot cross the context bridge, so a message carries it. */
export function forwardFeedPorts(ipc: Pick<IpcRenderer, 'on'>, page: Window): void {
  ipc.on(feedPortChannel, (event) => {
    page.postMessage(feedPortChannel, page.location.origin, [...event.ports])
  })
}
