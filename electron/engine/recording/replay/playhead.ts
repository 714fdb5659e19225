import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import type { Clock } from '../../base/clock'
import { Cursor } from './cursor'
import { drawnParts, noMarkets, type DrawnMarkets, type DrawnPart } from './drawn-markets'
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
  #drawn: DrawnMarkets = noMarkets()
  /** The parts of them that are filled. */
  #filled: DrawnMarkets<Set<string>> = noMarkets()
  #isFilling = false
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

  draw(drawn: DrawnMarkets): void {
    this.#drawn = drawn
  }

  get isFilled(): boolean {
    return drawnParts.every((part) => this.#missing(part).length === 0)
  }

  /** Includes what is drawn meanwhile. */
  get isFilling(): boolean {
    return this.#isFilling
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
    const trades = new Set(this.#drawn.trades)
    const position = await reader.seek(shifted(target.at, -rateWindow), {
      staleAfter,
      markets: () => [...trades],
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
    this.#filled = { ...noMarkets(), trades }
    this.at = target.at
    this.#hubChanged.fire(position.hub)
    if (before) await end(before.cursor.position)
  }

  /** What is drawn since the last seek, and heat. Each part is shown as soon as it is read. */
  async fill(signal: AbortSignal): Promise<void> {
    const cursor = this.#past?.cursor
    if (!cursor || this.isFilled) return
    this.#isFilling = true
    try {
      for (let part = this.#nextPart(); part; part = this.#nextPart()) {
        const markets = this.#missing(part)
        await this.#read(cursor.position, part, markets, signal)
        for (const market of markets) this.#filled[part].add(market)
        signal.throwIfAborted()
        this.#hubChanged.fire(cursor.position.hub)
      }
    } finally {
      this.#isFilling = false
    }
  }

  async dispose(): Promise<void> {
    this.#hubChanged.dispose()
    if (this.#past) await end(this.#past.cursor.position)
  }

  #nextPart(): DrawnPart | undefined {
    return drawnParts.find((part) => this.#missing(part).length > 0)
  }

  #missing(part: DrawnPart): readonly string[] {
    return [...this.#drawn[part]].filter((market) => !this.#filled[part].has(market))
  }

  async #read(
    position: Position,
    part: DrawnPart,
    markets: readonly string[],
    signal: AbortSignal
  ): Promise<void> {
    const { reader } = this.ports
    if (part === 'trades') return reader.fill(position, markets, signal)
    await reader.fillHeat(position, markets, { signal, withSeconds: part === 'seconds' })
    if (part === 'seconds') for (const market of markets) this.#filled.minutes.add(market)
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
