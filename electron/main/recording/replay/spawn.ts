import { MessageChannelMain, type WebContents } from 'electron'
import type { ReplayProcess } from '#engine/recording/replay/client'
import type { ReplayRequest } from '#engine/recording/replay/messages'
import { replayPortChannel } from '#shared/contract/market/feed'
import { forkProcess } from '../../base/child-process'
import { replayEntry } from '../../base/startup/folders'

/** Its frames go to the window directly. */
export function spawnReplay(contents: WebContents): ReplayProcess {
  const child = forkProcess<ReplayRequest, unknown>(replayEntry(), 'Leadline replay')
  const { port1: ours, port2: theirs } = new MessageChannelMain()
  contents.postMessage(replayPortChannel, null, [theirs])
  return { ...child, send: (request) => child.send(request, request.kind === 'open' ? [ours] : []) }
}
