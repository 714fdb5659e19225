import { systemClock } from '#engine/base/clock'
import type { HistoryProcess } from '#engine/recording/history/client'
import { HistoryHost } from '#engine/recording/history/host'
import type { HistoryReply } from '#engine/recording/history/messages'
import { Emitter } from '#shared/domain/base/emitter'

/** The history process without a process of its own; messages are copied as between processes. */
export function historyInProcess(): HistoryProcess {
  const replies = new Emitter<HistoryReply>()
  const ended = new Emitter()
  const host = new HistoryHost({
    clock: systemClock,
    reply: (reply) => replies.fire(structuredClone(reply))
  })
  return {
    send: (request) => host.receive(structuredClone(request)),
    onReply: (listener) => void replies.on(listener),
    onEnd: (listener) => void ended.on(listener),
    kill() {
      host.dispose()
      ended.fire()
    }
  }
}
