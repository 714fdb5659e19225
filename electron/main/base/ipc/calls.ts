import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import type { Log } from '#engine/base/log/index'
import { callTransport } from '#shared/contract/index'
import { isOwnAddress } from '../protocol/origin'
import { answerWhenReady, type AllHandlers, type Sender } from './answer'

interface Windows {
  readonly idOf: (contents: WebContents) => string | null
}

export function setUpCalls(
  handlers: Promise<AllHandlers>,
  windows: Windows,
  own: string,
  log: Log
): () => void {
  const answer = answerWhenReady(handlers, log)
  ipcMain.handle(callTransport, (event, channel: unknown, ...payload: unknown[]) =>
    answer(senderOf(event, windows, own), channel, payload)
  )
  return () => ipcMain.removeHandler(callTransport)
}

function senderOf(event: IpcMainInvokeEvent, windows: Windows, own: string): Sender {
  // Null if the frame has gone.
  const frame = event.senderFrame
  return {
    windowId: windows.idOf(event.sender),
    topFrame: frame !== null && frame === event.sender.mainFrame,
    ownPage: frame !== null && isOwnAddress(frame.url, own),
    address: frame?.url ?? '(gone)'
  }
}
