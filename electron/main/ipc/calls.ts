import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import type { Log } from '../../engine/log'
import { callTransport } from '../../shared/contract'
import { isOwnAddress } from '../protocol/origin'
import type { WindowRegistry } from '../windows/registry'
import { answerWhenReady, type AllHandlers, type Sender } from './answer'

/** Opens the one door through which windows ask main for something. */
export function setUpCalls(
  handlers: Promise<AllHandlers>,
  windows: WindowRegistry,
  own: string,
  log: Log
): () => void {
  const answer = answerWhenReady(handlers, log)
  ipcMain.handle(callTransport, (event, channel: unknown, ...payload: unknown[]) =>
    answer(senderOf(event, windows, own), channel, payload)
  )
  return () => ipcMain.removeHandler(callTransport)
}

function senderOf(event: IpcMainInvokeEvent, windows: WindowRegistry, own: string): Sender {
  // A frame that has gone since it asked is null.
  const frame = event.senderFrame
  return {
    windowId: windows.idOf(event.sender),
    topFrame: frame !== null && frame === event.sender.mainFrame,
    ownPage: frame !== null && isOwnAddress(frame.url, own),
    address: frame?.url ?? '(gone)'
  }
}
