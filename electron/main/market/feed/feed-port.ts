import type { FeedFrame } from '#shared/contract/market/feed'

interface PortEnd {
  readonly send: (frame: FeedFrame) => void
  readonly dispose: () => void
}

export type FeedState = Omit<FeedFrame, 'kind' | 'sequence'>

/** Asked whenever a frame can be sent, so that each frame is current. */
interface FeedSource {
  /** Null if nothing is new. */
  readonly next: () => FeedState | null
  /** The window has drawn the last frame. */
  readonly drawn: () => void
}

/** At most one frame is in flight; newer state replaces waiting state, so a slow window uses no more memory. */
export class FeedPort {
  #sequence = 0
  #inFlight = false
  #waiting: FeedState | null = null
  #closed = false
  /** Unexpected acknowledgements. */
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

  /** Unless a frame is in flight; then after it is drawn. */
  send(): void {
    if (!this.free) return
    const content = this.source?.next() ?? null
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
    this.end.dispose()
  }
}

const acknowledges = (message: unknown, sequence: number) =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  message.kind === 'drawn' &&
  'sequence' in message &&
  message.sequence === sequence
