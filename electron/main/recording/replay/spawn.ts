import { MessageChannelMain, utilityProcess, type WebContents } from 'electron'
import type { ReplayProcess } from '#engine/recording/replay/client'
import { replayPortChannel } from '#shared/contract/market/feed'
import { replayEntry } from '../../base/startup/folders'

/** Its frames go to the window directly. */
export function spawnReplay(contents: WebContents): ReplayProcess {
  const child = utilityProcess.fork(replayEntry(), [], { serviceName: 'Leadline replay', stdio: 'ignore' })
  const { port1: ours, port2: theirs } = new MessageChannelMain()
  contents.postMessage(replayPortChannel, null, [theirs])
  return {
    send: (request) => child.postMessage(request, request.kind === 'open' ? [ours] : []),
    onReply: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('exit', listener),
    kill: () => void child.kill()
  }
}
