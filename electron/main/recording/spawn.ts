import { utilityProcess } from 'electron'
import type { RecorderProcess } from '#engine/recording/client'
import type { RecorderReply } from '#engine/recording/messages'
import { recorderEntry } from '../base/startup/folders'

export function spawnRecorder(): RecorderProcess {
  const child = utilityProcess.fork(recorderEntry(), [], {
    serviceName: 'Leadline recorder',
    stdio: 'ignore'
  })
  return {
    send: (request) => child.postMessage(request),
    onReply: (listener) => void child.on('message', (reply: RecorderReply) => listener(reply)),
    onEnd: (listener) => void child.once('exit', listener),
    kill: () => void child.kill()
  }
}
