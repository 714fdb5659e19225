import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import type { Clock } from '../../base/clock'
import { Cursor } from './cursor'
import { compareTimes, millisecondsOf, shifted, type LogTime } from './log-time'
import { isMessage, type LoggedItem } from '../log/lines'
import type { Position } from './position'
import type { RecordedHub } from './recorded-hub'
import type { RecordingReader } from './recording-reader'
import { Slices } from './slices'
import { RecordedRate } from './speed'

export interface PlayheadPorts {
  /** Real time. */
  readonly clock: Clock
  readonly reader: Pick<RecordingReader, 'seek' | 'fill' | 'fillHeat'>
  /** Milliseconds without data after which books are stale. */
  readonly staleAfter: () => number
}

export interface Target {
  readonly at: LogTime
  /** The last item, if the time alone is not exact enough. */
  readonly seq?: number
}

/** How far the log was read. */
interface Past {
  readonly cursor: Cursor
  readonly rate: RecordedRate
  seq: number | null
}

/** Milliseconds that a seek starts earlier, to know the rate. */
const rateWindow = 1000
/** Items between two looks at the clock. */
const itemsPerLook = 32

/** Where a replay is in the log, and the markets as they were then. */
export class Playhead implements Disposable {
  at: LogTime = { milliseconds: 0, nanoseconds: 0 }
  /** Messages since it was created, without those that a seek reads. */
  replayed = 0
  readonly #drawn = new Set<string>()
  #filled = new Set<string>()
  /** Their heat is filled. */
  #heated = new Set<string>()
  readonly #hubChanged = new Emitter<RecordedHub>()
  /** Another hub, or the same with more of its past. */
  readonly onHub = this.#hubChanged.on
  #past: Past | null = null

  constructor(private readonly ports: PlayheadPorts) {}

  get hub(): RecordedHub | null {
    return this.#past?.cursor.position.hub ?? null
  }

  /** Of the last item, if one came within the second before the last seek, or since. */
  get seq(): number | null {
    return this.#past?.seq ?? null
  }

  /** Messages in the last second. */
  get recordedRate(): number {
    return this.#past?.rate.value ?? 0
  }

  /** Undefined if more has to be loaded first. */
  get next(): LoggedItem | undefined {
    return this.#past?.cursor.next
  }

  /** False at the end of the log. */
  load(): Promise<boolean> {
    return this.#past?.cursor.load() ?? Promise.resolve(false)
  }

  /** The markets of which tape and candles are needed. */
  draw(markets: Iterable<string>): void {
    this.#drawn.clear()
    for (const market of markets) this.#drawn.add(market)
  }

  get isFilled(): boolean {
    return [...this.#drawn].every((market) => this.#filled.has(market) && this.#heated.has(market))
  }

  /** The loaded item takes effect. */
  apply(): LoggedItem {
    const past = this.#past!
    const { cursor, rate } = past
    const item = cursor.next!
    const { milliseconds, nanoseconds, seq } = item
    cursor.position.hub.apply(item)
    cursor.take()
    past.seq = seq
    this.at = { milliseconds, nanoseconds }
    if (isMessage(item)) {
      this.replayed += 1
      rate.count(millisecondsOf(item))
    }
    return item
  }

  advanceTo(at: LogTime): void {
    if (!this.#past || compareTimes(at, this.at) <= 0) return
    this.#past.cursor.position.hub.advanceTo(at)
    this.#past.rate.advanceTo(millisecondsOf(at))
    this.at = at
  }

  /** The previous contents stay until everything is read. */
  async seek(target: Target, signal: AbortSignal): Promise<void> {
    const { reader, staleAfter } = this.ports
    const filled = new Set(this.#drawn)
    const position = await reader.seek(shifted(target.at, -rateWindow), {
      staleAfter,
      markets: () => [...filled],
      signal
    })
    const past: Past = { cursor: new Cursor(position), rate: new RecordedRate(), seq: null }
    try {
      await this.#applyUntil(past, target, signal)
    } catch (problem) {
      await end(position)
      throw problem
    }
    const before = this.#past
    this.#past = past
    this.#filled = filled
    this.#heated = new Set()
    this.at = target.at
    this.#hubChanged.fire(position.hub)
    if (before) await end(before.cursor.position)
  }

  /** Tape and candles of markets that are drawn since the last seek, and heat of all. */
  async fill(signal: AbortSignal): Promise<void> {
    const cursor = this.#past?.cursor
    if (!cursor || this.isFilled) return
    // More markets may be drawn meanwhile.
    while (!this.isFilled && !signal.aborted) {
      for (const market of this.#drawn) {
        if (this.#filled.has(market)) continue
        await this.ports.reader.fill(cursor.position, market, signal)
        this.#filled.add(market)
        if (signal.aborted) return
      }
      const drawn = [...this.#drawn].filter((market) => !this.#heated.has(market))
      await this.ports.reader.fillHeat(cursor.position, drawn, signal)
      for (const market of drawn) this.#heated.add(market)
    }
    this.#hubChanged.fire(cursor.position.hub)
  }

  async dispose(): Promise<void> {
    this.#hubChanged.dispose()
    if (this.#past) await end(this.#past.cursor.position)
  }

  async #applyUntil(past: Past, { at, seq }: Target, signal: AbortSignal): Promise<void> {
    const { cursor, rate } = past
    const { hub } = cursor.position
    const slices = new Slices(this.ports.clock)
    for (let count = 1; ; count++) {
      signal.throwIfAborted()
      if (!cursor.next && !(await cursor.load())) break
      const item = cursor.next!
      if (seq === undefined ? compareTimes(item, at) > 0 : item.seq > seq) break
      hub.apply(item)
      past.seq = item.seq
      if (isMessage(item)) rate.count(millisecondsOf(item))
      cursor.take()
      if (count % itemsPerLook === 0 && slices.isOver) await slices.next()
    }
    signal.throwIfAborted()
    hub.advanceTo(at)
    rate.advanceTo(millisecondsOf(at))
  }
}

/** Disposes a position that is no longer used. */
export async function end(position: Position): Promise<void> {
  position.hub.dispose()
  await position.close()
}
