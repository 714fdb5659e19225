import { fork, type ChildProcess } from 'node:child_process'
import { systemClock } from '#engine/base/clock'
import { withChannel } from '#engine/recording/channel/sender'
import type { ChannelMessage } from '#engine/recording/channel/requests'
import type { RecorderProcess } from '#engine/recording/recorder-process'
import type { RecorderReply, RecorderRequest } from '#engine/recording/messages'

/**
 * The recorder in a process of its own, as in the app.
 * @param channelFolder exists
 */
export function spawnRecorder(
  file: string,
  channelFolder: string,
  started: (child: ChildProcess) => void = () => {}
): RecorderProcess {
  const child = fork(file, [], { execArgv: [], stdio: 'ignore', serialization: 'advanced' })
  started(child)
  const recorder = {
    send: (message: RecorderRequest | ChannelMessage) =>
      void (child.connected && child.send(message, () => {})),
    onReply: (listener: (reply: RecorderReply) => void) =>
      void child.on('message', (reply) => listener(reply as RecorderReply)),
    onEnd: (listener: () => void) => void child.once('exit', listener),
    kill: () => void child.kill('SIGKILL')
  }
  return withChannel(systemClock, recorder, channelFolder)
}
