import { contextBridge, ipcRenderer } from 'electron'
import { deliveryTransport } from '#shared/contract/market/delivery-channel'

// Main checks method and payload. A sandboxed preload is one file, so it shares no code with the other one.
contextBridge.exposeInMainWorld('leadlineTargets', (method: string, ...payload: unknown[]) =>
  ipcRenderer.invoke(deliveryTransport, method, ...payload)
)
