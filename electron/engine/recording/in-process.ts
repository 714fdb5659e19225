import { Emitter } from '#shared/domain/base/emitter'
import type { Clock } from '../base/clock'
import type { RecorderProcess } from './recorder-process'
import type { RecorderReply } from './messages'
import { Recorder } from './recorder'

/** A recorder without a process of its own. */
export function recorderInProcess(clock: Clock): RecorderProcess {
  const replies = new Emitter<RecorderReply>()
  const ended = new Emitter()
  const recorder = new Recorder({ clock, reply: (reply) => replies.fire(reply) })
  return {
    send: (request) => recorder.receive(request),
    onReply: (listener) => void replies.on(listener),
    onEnd: (listener) => void ended.on(listener),
    kill() {
      recorder.dispose()
      ended.fire()
    }
  }
}
