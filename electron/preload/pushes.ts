import type { IpcRenderer, IpcRendererEvent } from 'electron'
import { pushChannel, pushNames, type Bridge } from '#shared/contract/index'

/** Hears the pushes of the contract and no other channel, and hands over values alone, never the event. */
export function createHearing(ipc: Pick<IpcRenderer, 'on' | 'off'>): Bridge['on'] {
  return (name, hear) => {
    if (!pushNames.includes(name)) return () => {}
    const listener = (_event: IpcRendererEvent, value: Parameters<typeof hear>[0]) => hear(value)
    ipc.on(pushChannel(name), listener)
    return () => void ipc.off(pushChannel(name), listener)
  }
}
