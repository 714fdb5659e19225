import { CandleWriter } from '../history/candle-writer'
import type { LoggedItem } from '../log/lines'
import { noMember, sealMember } from '../log/member'
import type { LogCursor } from '../replay/log-cursor'
import { nanosecondsOf, type LogTime } from '../replay/log-time'
import { readEvent, startsShared } from '../replay/logged-event'
import type { RecordedHub } from '../replay/recorded-hub'
import { DerivedFiles } from './derived-files'
import { HeatTap } from './heat-tap'
import { sealKeyframe } from './keyframe'
import { resume, type Resumed } from './resume'
import { formatTrade } from './trade-lines'
import { TradeTap } from './trade-tap'

/** The log since a keyframe is about this many times as large as the keyframe. */
const logPerKeyframe = 8
/** In bytes of the log, so that small states are not written all the time. */
const minLog = 32 * 1024
const maxMessages = 10_000
/** Milliseconds that a trade waits to be written without a keyframe. */
const maxTradeAge = 5000

/** The number of a recording's first item. */
const firstOfAll = 1

/** An item of the log, and where the markets' state after it belongs. */
interface Written {
  readonly seq: number
  readonly time: LogTime
}

/** Writes keyframes and trades beside the segments of a log that it reads. */
export class KeyframeWriter {
  readonly #hub: RecordedHub
  readonly #tap: TradeTap
  readonly #heat: HeatTap
  readonly #cursor: LogCursor
  #files: DerivedFiles
  /** The last item; null while it is not known what was subscribed before. */
  #last: Written | null
  /** Trades up to this item are written. */
  #written: Written | null
  #lines: string[] = []
  /** Heat up to this item is written. */
  #heatWritten: Written | null
  /** Since the last keyframe. */
  #messages = 0
  /** Of the last keyframe. */
  #size = 0
  #offset: number

  private constructor(
    { hub, cursor, files, series, last }: Resumed,
    private readonly candles: CandleWriter
  ) {
    this.#hub = hub
    this.#cursor = cursor
    this.#files = files
    this.#last = this.#written = this.#heatWritten = last
    this.#offset = cursor.place.offset
    this.#tap = new TradeTap(hub, (item, market, trade) => this.#lines.push(formatTrade(item, market, trade)))
    for (const { tape } of series) this.#tap.skip(tape)
    this.#heat = new HeatTap(hub)
  }

  /** Continues after the last keyframe; null without a log. */
  static async open(folder: string, staleAfter: number): Promise<KeyframeWriter | null> {
    const resumed = await resume(folder, () => staleAfter)
    if (!resumed) return null
    return new KeyframeWriter(resumed, await CandleWriter.open(folder, resumed.files.segment))
  }

  /** Reads on, and returns whether that was all. */
  async follow(maxItems: number): Promise<boolean> {
    for (let count = 0; count < maxItems;) {
      const items = await this.#cursor.next()
      if (items.length === 0) {
        await this.candles.next()
        return true
      }
      if (this.#cursor.place.file !== this.#files.segment) await this.#beginSegment()
      this.#apply(items)
      count += items.length
      if (this.#isDue()) await this.#write(this.#cursor.place.offset, this.#cursor.digests!.last)
      else if (this.#areTradesDue()) await this.#writeTrades()
    }
    return false
  }

  /** A keyframe at the end of what it read. */
  async finish(): Promise<void> {
    const { digests, place } = this.#cursor
    if (this.#messages > 0 && digests) await this.#write(place.offset, digests.last)
  }

  async dispose(): Promise<void> {
    this.#tap.dispose()
    this.#heat.dispose()
    this.#hub.dispose()
    await this.#cursor.close()
  }

  #apply(items: readonly LoggedItem[]): void {
    const [first] = items
    // What another computer recorded lies between, so nothing here says that there were no trades.
    if (this.#last && first && startsShared(first) && first.seq > this.#last.seq + 1)
      this.#written = this.#heatWritten = { seq: first.seq - 1, time: first }
    for (const item of items) {
      this.#heat.item = item
      this.#tap.apply(item)
    }
    if (!this.#last && !items.some(beginsKnown)) {
      this.#heat.take()
      return void (this.#lines = [])
    }
    const { seq, milliseconds, nanoseconds } = items.at(-1)!
    this.#last = { seq, time: { milliseconds, nanoseconds } }
    this.#written ??= { seq: items[0]!.seq - 1, time: items[0]! }
    this.#heatWritten ??= this.#written
    this.#messages += items.length
  }

  /** A keyframe before its first item, so that nothing needs the segments before it. */
  async #beginSegment(): Promise<void> {
    await this.#writeTrades()
    await this.#writeHeat()
    this.candles.add(this.#files.segment)
    this.#files = await DerivedFiles.begin(this.#cursor.place.file)
    if (this.#last) await this.#write(0, this.#cursor.digests!.previous)
    else this.#offset = 0
  }

  #isDue(): boolean {
    if (!this.#last) return false
    const log = this.#cursor.place.offset - this.#offset
    return log >= minLog && (this.#messages >= maxMessages || log >= logPerKeyframe * this.#size)
  }

  #areTradesDue(): boolean {
    if (!this.#last || !this.#written || this.#lines.length === 0) return false
    return this.#last.time.milliseconds - this.#written.time.milliseconds >= maxTradeAge
  }

  async #write(offset: number, digest: Buffer): Promise<void> {
    await this.#writeTrades()
    await this.#writeHeat()
    const keyframe = sealKeyframe({ ...this.#last!, offset, digest, state: this.#hub.save() })
    await this.#files.addKeyframe(keyframe)
    this.#messages = 0
    this.#size = keyframe.length
    this.#offset = offset
  }

  /** Says up to where it knows all trades, even if there were none. */
  async #writeTrades(): Promise<void> {
    const [from, to] = [this.#written, this.#last]
    if (!from || !to || from.seq === to.seq) return
    const lines = this.#lines
    this.#lines = []
    await this.#files.addTrades(sealLines(lines, from, to))
    this.#written = to
  }

  /** With each keyframe, which saves the columns that are not finished. */
  async #writeHeat(): Promise<void> {
    const [from, to] = [this.#heatWritten, this.#last]
    if (!from || !to || from.seq === to.seq) return
    await this.#files.addHeat(sealLines(this.#heat.take(), from, to))
    this.#heatWritten = to
  }
}

const sealLines = (lines: readonly string[], from: Written, to: Written): Buffer =>
  sealMember(Buffer.from(lines.join('')), {
    items: to.seq - from.seq,
    firstSeq: from.seq + 1,
    lastSeq: to.seq,
    from: nanosecondsOf(from.time),
    to: nanosecondsOf(to.time),
    previous: noMember
  })

/** Whether the markets follow from the items from here on: a recording or a run begins, or their state is recorded. */
function beginsKnown({ seq, kind, content }: LoggedItem): boolean {
  if (seq === firstOfAll || kind === 'k') return true
  const event = kind === 'e' ? readEvent(content) : null
  return event?.event === 'clock' && event.start === true
}
