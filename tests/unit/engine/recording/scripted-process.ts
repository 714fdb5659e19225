import { itemsOf } from '#engine/recording/chunk'
import type { RecorderProcess } from '#engine/recording/recorder-process'
import type { RecorderReply, RecorderRequest } from '#engine/recording/messages'

/** A recorder that answers when a test says so. */
export class ScriptedProcess implements RecorderProcess {
  readonly requests: RecorderRequest[] = []
  isKilled = false
  #reply: ((reply: RecorderReply) => void)[] = []
  #end: (() => void)[] = []
  send = (request: RecorderRequest) => void this.requests.push(request)
  onReply = (listener: (reply: RecorderReply) => void) => void this.#reply.push(listener)
  onEnd = (listener: () => void) => void this.#end.push(listener)
  kill = () => {
    this.isKilled = true
    this.#end.forEach((listener) => listener())
  }
  reply = (reply: RecorderReply) => this.#reply.forEach((listener) => listener(reply))

  get items() {
    return this.requests.flatMap((request) =>
      request.kind === 'chunk'
        ? [...itemsOf(request.chunk)].map(({ number, at, kind, content }) => ({
            seq: request.base + number,
            time: request.chunk.epoch + at,
            kind,
            text: content.toString()
          }))
        : []
    )
  }
}
