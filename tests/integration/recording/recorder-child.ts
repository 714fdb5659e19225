import { fork, type ChildProcess } from 'node:child_process'
import type { RecorderProcess } from '#engine/recording/recorder-process'
import type { RecorderReply } from '#engine/recording/messages'

/** The recorder in a process of its own, as in the app. */
export function spawnRecorder(
  file: string,
  started: (child: ChildProcess) => void = () => {}
): RecorderProcess {
  const child = fork(file, [], { execArgv: [], stdio: 'ignore', serialization: 'advanced' })
  started(child)
  return {
    send: (request) => void (child.connected && child.send(request, () => {})),
    onReply: (listener) => void child.on('message', (reply) => listener(reply as RecorderReply)),
    onEnd: (listener) => void child.once('exit', listener),
    kill: () => void child.kill('SIGKILL')
  }
}
