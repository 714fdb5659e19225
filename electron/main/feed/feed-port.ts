import type { FeedFrame } from '../../shared/contract/feed'

/** The half of a message channel that main keeps. */
export interface PortEnd {
  readonly send: (frame: FeedFrame) => void
  readonly close: () => void
}

export type FeedState = Omit<FeedFrame, 'kind' | 'sequence'>

/**
 * At most one frame is on its way. While the window draws it, newer state replaces what waits: a slow window costs
 * no memory, and the frame that it gets next is the newest.
 */
export class FeedPort {
  #sequence = 0
  #inFlight = false
  #waiting: FeedState | null = null
  #closed = false
  /** Acknowledgements that were none. */
  ignored = 0

  constructor(private readonly end: PortEnd) {}

  offer(state: FeedState): void {
    if (this.#closed) return
    this.#waiting = { ...this.#waiting, ...state }
    this.#sendNewest()
  }

  receive(message: unknown): void {
    if (this.#closed) return
    if (!this.#inFlight || !acknowledges(message, this.#sequence)) {
      this.ignored++
      return
    }
    this.#inFlight = false
    this.#sendNewest()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#waiting = null
    this.end.close()
  }

  #sendNewest() {
    if (this.#inFlight || this.#waiting === null) return
    const frame: FeedFrame = { kind: 'frame', sequence: ++this.#sequence, ...this.#waiting }
    this.#waiting = null
    this.#inFlight = true
    this.end.send(frame)
  }
}

const acknowledges = (message: unknown, sequence: number) =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  message.kind === 'drawn' &&
  'sequence' in message &&
  message.sequence === sequence
