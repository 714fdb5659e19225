import type { FeedFrame } from '#shared/contract/market/feed'

/** The half of a message channel that main keeps. */
interface PortEnd {
  readonly send: (frame: FeedFrame) => void
  readonly close: () => void
}

export type FeedState = Omit<FeedFrame, 'kind' | 'sequence'>

/** Asked for content whenever a frame can be sent, so that each frame is current. */
interface FeedSource {
  /** Null where there is nothing new. */
  readonly take: () => FeedState | null
  /** The window has drawn the frame that was sent last. */
  readonly drawn: () => void
}

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

  constructor(
    private readonly end: PortEnd,
    private readonly source: FeedSource | null = null
  ) {}

  get free(): boolean {
    return !this.#inFlight && !this.#closed
  }

  offer(state: FeedState): void {
    if (this.#closed) return
    this.#waiting = { ...this.#waiting, ...state }
    this.send()
  }

  receive(message: unknown): void {
    if (this.#closed) return
    if (!this.#inFlight || !acknowledges(message, this.#sequence)) {
      this.ignored++
      return
    }
    this.#inFlight = false
    this.source?.drawn()
    this.send()
  }

  /** Sends what waits and what the source has, unless a frame is on its way: then that happens once it is drawn. */
  send(): void {
    if (!this.free) return
    const content = this.source?.take() ?? null
    if (content === null && this.#waiting === null) return
    const frame: FeedFrame = { kind: 'frame', sequence: ++this.#sequence, ...this.#waiting, ...content }
    this.#waiting = null
    this.#inFlight = true
    this.end.send(frame)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#waiting = null
    this.end.close()
  }
}

const acknowledges = (message: unknown, sequence: number) =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  message.kind === 'drawn' &&
  'sequence' in message &&
  message.sequence === sequence
