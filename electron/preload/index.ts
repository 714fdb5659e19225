import { contextBridge, ipcRenderer } from 'electron'
import { createClient } from './client'
import { forwardFeedPorts } from './feed'
import { createPushListener } from './pushes'
import type { Bridge } from '#shared/contract/index'

const bridge: Bridge = {
  call: createClient((transport, channel, ...payload) => ipcRenderer.invoke(transport, channel, ...payload)),
  on: createPushListener(ipcRenderer),
  platform: process.platform
}

forwardFeedPorts(ipcRenderer, window)
contextBridge.exposeInMainWorld('leadline', bridge)
void bridge.call.app.mark({ name: 'preload', at: performance.timeOrigin + performance.now() })
