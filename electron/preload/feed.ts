import type { IpcRenderer } from 'electron'
import { feedPortChannel } from '#shared/contract/market/feed'

/** A port cannot cross the bridge, only a message can carry it into the page. */
export function forwardFeedPorts(ipc: Pick<IpcRenderer, 'on'>, page: Window): void {
  ipc.on(feedPortChannel, (event) => {
    page.postMessage(feedPortChannel, page.location.origin, [...event.ports])
  })
}
