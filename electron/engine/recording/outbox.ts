import type { Clock } from '../base/clock'
import { ChunkBuilder, type Chunk } from './chunk'
import type { ItemKind } from './log/lines'

interface OutboxPorts {
  readonly clock: Clock
  readonly post: (chunk: Chunk) => void
  /** It is full, or has room again. */
  readonly changed: () => void
  /** A gap was recorded. */
  readonly gap: () => void
  /** Items that were dropped before. */
  readonly lost: number
  /** Whether numbers before the first one may be those of other computers. */
  readonly isShared?: boolean
  /** Milliseconds until items are sent. */
  readonly sendEvery?: number
  /** Used instead: what is recorded before it calls is sent together. The returned function cancels. */
  readonly soon?: ((call: () => void) => () => void) | undefined
}

/** The maximum time that a kill of the app loses, together with the recorder's own pause. */
const usualSendEvery = 200
/** The desk never waits for the recorder. */
const maxWaiting = 16 * 1024 * 1024
/** Milliseconds by which the system's clock may drift before times follow it. */
const maxDrift = 20

/** Items that are not in the log yet. What does not fit is dropped, counted, and recorded as a gap. */
export class Outbox {
  readonly #chunks: Chunk[] = []
  readonly #builder: ChunkBuilder
  #waiting = 0
  #dropped: number
  #droppedNow: number
  #epoch: number
  #cancelSend: (() => void) | null = null
  #closed = false

  constructor(private readonly ports: OutboxPorts) {
    this.#epoch = this.#epochNow()
    this.#builder = new ChunkBuilder(this.#epoch)
    this.#droppedNow = this.#dropped = ports.lost
    const shared = ports.isShared ? { shared: true } : {}
    this.recordEvent({ event: 'clock', epoch: this.#epoch, start: true, ...shared })
  }

  get chunks(): readonly Chunk[] {
    return this.#chunks
  }

  get isFull(): boolean {
    return this.#waiting >= maxWaiting
  }

  /** Items that are missing have no numbers yet. */
  get isDropping(): boolean {
    return this.#droppedNow > 0
  }

  /** Since the beginning. */
  get dropped(): number {
    return this.#dropped
  }

  get unwritten(): number {
    return this.#chunks.reduce((sum, { count }) => sum + count, this.#droppedNow)
  }

  /** The number of the first item here. */
  get first(): number {
    return this.#chunks[0]?.first ?? this.#builder.first
  }

  /** Milliseconds since the epoch at which the clock of the items was zero. */
  get epoch(): number {
    return this.#epoch
  }

  /** The number of the next item. */
  get next(): number {
    return this.#builder.next
  }

  /** Copies `content`. `at` is monotonic. */
  record(kind: ItemKind, at: number, content: Uint8Array): void {
    if (this.#closed) return
    if (this.isFull) return this.#drop()
    if (this.#droppedNow > 0) this.#recordGap(at)
    if (this.#builder.isEmpty) this.#followClock()
    if (!this.#builder.add(kind, at, content)) {
      this.send()
      this.#builder.add(kind, at, content)
    }
    this.#sendSoon()
  }

  recordEvent(event: Readonly<Record<string, unknown>>): void {
    this.record('e', this.ports.clock.monotonic(), Buffer.from(JSON.stringify(event)))
  }

  /** Items before this number are in the log. */
  release(number: number): boolean {
    const kept = this.#chunks.findIndex(({ first, count }) => first + count > number)
    const written = this.#chunks.splice(0, kept === -1 ? this.#chunks.length : kept)
    for (const chunk of written) {
      this.#waiting -= chunk.bytes.length
      this.#builder.reuse(chunk)
    }
    this.#recordGapIfAny()
    return written.length > 0
  }

  /** What there is so far. */
  send(): void {
    this.#cancelSend?.()
    this.#cancelSend = null
    if (this.#builder.isEmpty) return
    const chunk = this.#builder.take()
    this.#chunks.push(chunk)
    this.#waiting += chunk.bytes.length
    this.ports.post(chunk)
  }

  /** Sends the rest and accepts nothing more. */
  close(): void {
    this.#recordGapIfAny()
    this.send()
    this.#closed = true
  }

  #sendSoon(): void {
    if (this.#cancelSend) return
    const { clock, soon, sendEvery = usualSendEvery } = this.ports
    const send = () => this.send()
    this.#cancelSend = soon ? soon(send) : clock.later(sendEvery, send)
  }

  #drop(): void {
    this.#dropped += 1
    this.#droppedNow += 1
    if (this.#droppedNow === 1) this.ports.changed()
  }

  #recordGapIfAny(): void {
    if (this.#droppedNow > 0 && !this.isFull && !this.#closed) this.#recordGap(this.ports.clock.monotonic())
  }

  /** Dropped items keep their numbers, so that the log shows how many are missing. */
  #recordGap(at: number): void {
    this.send()
    this.#builder.skip(this.#droppedNow)
    this.#builder.add('g', at, Buffer.from(JSON.stringify({ dropped: this.#droppedNow })))
    this.#sendSoon()
    this.#droppedNow = 0
    this.ports.gap()
    this.ports.changed()
  }

  /** Times are monotonic since an epoch, which changes when the system's clock was set. */
  #followClock(): void {
    const epoch = this.#epochNow()
    if (Math.abs(epoch - this.#epoch) <= maxDrift) return
    this.#epoch = epoch
    this.#builder.setEpoch(epoch)
    // Written directly: recordEvent would look at the clock again, which may have been set meanwhile.
    const content = Buffer.from(JSON.stringify({ event: 'clock', epoch }))
    this.#builder.add('e', this.ports.clock.monotonic(), content)
  }

  #epochNow(): number {
    const { clock } = this.ports
    return Math.round(clock.wall() - clock.monotonic())
  }
}
