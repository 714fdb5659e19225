import type { IpcRenderer } from 'electron'
import { feedPortChannel, replayPortChannel } from '#shared/contract/market/feed'

/** A port cannot cross the context bridge, so a message carries it. */
export function forwardFeedPorts(ipc: Pick<IpcRenderer, 'on'>, page: Window): void {
  for (const channel of [feedPortChannel, replayPortChannel])
    ipc.on(channel, (event) => page.postMessage(channel, page.location.origin, [...event.ports]))
}
