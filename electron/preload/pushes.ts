import type { IpcRenderer, IpcRendererEvent } from 'electron'
import { pushChannel, pushNames, type Bridge } from '#shared/contract/index'

/** Only channels of the contract; listeners get values, never the event. */
export function createPushListener(ipc: Pick<IpcRenderer, 'on' | 'off'>): Bridge['on'] {
  return (name, listener) => {
    if (!pushNames.includes(name)) return () => {}
    const onMessage = (_event: IpcRendererEvent, value: Parameters<typeof listener>[0]) => listener(value)
    ipc.on(pushChannel(name), onMessage)
    return () => void ipc.off(pushChannel(name), onMessage)
  }
}
