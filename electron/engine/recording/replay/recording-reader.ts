import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { MarketSeries } from '../../market/series'
import { readPast } from '../history/read-past'
import { findStart, type LogStart } from '../keyframes/find-start'
import { History } from '../keyframes/history'
import type { MemberFacts } from '../log/member'
import { recordShown } from '../keyframes/record-trade'
import { fillHeat } from './heat-fill'
import { LogCursor } from './log-cursor'
import { compareTimes, logTimeAt, logTimeOf, type LogTime } from './log-time'
import { LogPosition, type Position } from './position'
import { RecordingOverview } from './overview'
import { RecordedTrades } from './recorded-trades'
import { RecordedHub } from './recorded-hub'
import { RecordingIndex } from './recording-index'
import type { RecordingGap } from './segment-summary'
import { findTrade, type TradeRequest } from './trade-search'

const day = 86_400_000
const readRecent: typeof readPast = (...options) => History.read(...options)
/** Limits for past trades: for a seek, and for one market that is filled later. */
const history = {
  recent: { maxAge: day, maxBytes: 1024 * 1024, read: readRecent },
  whole: { maxAge: day, maxBytes: 8 * 1024 * 1024, read: readPast }
}
/** Of the log, for columns of heat that are not stored: milliseconds and items. */
const maxPlayed = 600_000
const maxPlayedItems = 200_000
/** The number of a recording's first item. */
const firstOfAll = 1

interface SeekOptions {
  readonly staleAfter: () => number
  /** Their recent trades and candles are read; `fill` reads all. */
  readonly markets: () => readonly string[]
  readonly signal?: AbortSignal | undefined
}

interface HeatOptions {
  readonly signal?: AbortSignal | undefined
  /** Columns of less than a minute. */
  readonly withSeconds?: boolean
}

/** Reads a recording at any time, while it may grow. */
export class RecordingReader {
  readonly #index: RecordingIndex
  readonly #trades: RecordedTrades
  readonly overview: RecordingOverview
  #latestPosition: LogPosition | null = null
  readonly #staleAfter = new WeakMap<Position, () => number>()

  private constructor(folder: string) {
    this.#index = new RecordingIndex(folder)
    this.#trades = new RecordedTrades(this.#index)
    this.overview = new RecordingOverview(this.#index, this.#trades)
  }

  /** @param folder of the log */
  static async open(folder: string): Promise<RecordingReader> {
    const reader = new RecordingReader(folder)
    await reader.refresh()
    return reader
  }

  /** When the first and the last item arrived; null without any. */
  get from(): LogTime | null {
    return this.#index.from
  }

  get to(): LogTime | null {
    return this.#index.to
  }

  /** Follows a log that grows. */
  refresh(): Promise<void> {
    return this.#index.refresh()
  }

  /**
   * The markets after all items up to the last one that arrived at or before the time. If the clock was set back, the
   * same time was twice: the later one counts.
   */
  async seek(at: LogTime, options: SeekOptions): Promise<Position> {
    const number = Math.max(0, await this.#index.segmentAt(at))
    const file = this.#fileOf(number)
    const member = (await this.#index.indexOf(file)).memberAt(at)
    const first = member?.facts.firstSeq ?? 0
    const position = await this.#restore(number, first - 1, options, history.recent)
    try {
      if (member) await position.applyUntil(first, at, options.signal)
      // Before the first item, the hub has no time.
      if (position.hub.seq > 0 && this.to && compareTimes(at, this.to) <= 0)
        await position.advanceTo(at, options.signal)
    } catch (problem) {
      position.hub.dispose()
      await position.close()
      throw problem
    }
    return this.#latest(position, options)
  }

  /** Reads the trades of markets, of a day at most, and all their candles, up to the hub's last item. */
  async fill(position: Position, markets: readonly string[], signal?: AbortSignal): Promise<void> {
    const { hub } = position
    const staleAfter = this.#staleAfter.get(position)
    const of = (names: readonly string[]) => names.flatMap((name) => hub.market(name) ?? [])
    for (let shown = of(markets); shown.length > 0 && staleAfter;) {
      const before = shown.map(({ name, tape, candles: { coverage } }) => {
        const { arrivals } = tape
        return { name, tape, arrivals, version: coverage.version }
      })
      const names = before.map(({ name }) => name)
      const pasts = await this.#seriesAt(hub.seq, names, { staleAfter, signal })
      const hasChanged = ({ name, tape, version }: (typeof before)[number]) => {
        const now = hub.market(name)
        return now?.tape !== tape || now.candles.coverage.version !== version
      }
      const [changed, same] = [before.filter(hasChanged), before.filter((each) => !hasChanged(each))]
      for (const { name, tape, arrivals } of same) {
        const series = pasts.get(name) ?? new MarketSeries()
        for (let arrival = arrivals; arrival < tape.arrivals; arrival++) {
          const trade = tape.tradeAt(arrival)
          if (trade) recordShown(series, name, trade)
        }
        const coverage = series.candles.coverage.save()
        hub.useSeries(name, series)
        // That of the position ends where its trades began.
        series.candles.coverage.restore(coverage)
      }
      shown = of(changed.map(({ name }) => name))
    }
  }

  /** The pasts of markets, each right after an item, as far back as they can be read. */
  async *pasts<Wanted extends { readonly market: string; readonly seq: number }>(
    wanted: readonly Wanted[],
    { staleAfter, signal }: Omit<SeekOptions, 'markets'>
  ): AsyncGenerator<{
    readonly wanted: Wanted
    readonly series: MarketSeries
    readonly now: number
    /** The first item that the series follow from. */
    readonly firstSeq: number
  }> {
    const inOrder = [...wanted].sort((one, other) => one.seq - other.seq)
    const first = inOrder[0]
    if (!first || this.from === null) return
    const number = Math.max(0, await this.#index.segmentOf(first.seq))
    const markets = inOrder.map(({ market }) => market)
    const options = { staleAfter, markets: () => markets, signal }
    const position = await this.#restore(number, first.seq, options, history.whole)
    try {
      for (const each of inOrder) {
        await position.applyUpTo(each.seq, signal)
        const { hub } = position
        const { firstSeq } = position
        yield { wanted: each, series: hub.seriesOf(each.market), now: hub.serviceNow ?? hub.now, firstSeq }
      }
    } finally {
      await position.close()
    }
  }

  /**
   * Reads the heat of markets, up to the hub's last item and its time. Without columns of seconds, the log is played
   * from the last keyframe alone.
   * @returns milliseconds since the epoch from which on the log was played; null if it could not be
   */
  async fillHeat(
    position: Position,
    markets: readonly string[],
    { signal, withSeconds = true }: HeatOptions = {}
  ): Promise<number | null> {
    const { hub } = position
    const staleAfter = this.#staleAfter.get(position)
    if (markets.length === 0 || !staleAfter || hub.seq === 0) return null
    const before = withSeconds ? await this.#seqPlayed(hub) : hub.seq
    // The clock may have been set back since.
    const from = Math.min(before, hub.seq)
    const found = await this.#heatFrom(from, hub.seq, signal)
    if (!found) return null
    await fillHeat(hub, found, { staleAfter, markets: new Set(markets), signal })
    return this.#timeOf(found)
  }

  /** When the next trade of at least a size arrived, or the one before; null if there is none. */
  nextTrade(request: TradeRequest): Promise<LogTime | null> {
    return findTrade(this.#index, this.#trades, request)
  }

  /** The next time in which nothing was recorded, or the one before; null if there is none. */
  async nextGap(at: LogTime, back: boolean): Promise<RecordingGap | null> {
    await this.overview.complete(null)
    const gaps = this.overview.gaps()
    const found = back
      ? gaps.findLast(({ from }) => compareTimes(from, at) < 0)
      : gaps.find(({ from }) => compareTimes(from, at) > 0)
    return found ?? null
  }

  async dispose(): Promise<void> {
    this.overview.dispose()
    await this.#latestPosition?.close()
  }

  /** The previous position can still be read, but rarely is, so its file is closed. */
  async #latest(position: LogPosition, { staleAfter }: SeekOptions): Promise<Position> {
    this.#staleAfter.set(position, staleAfter)
    const before = this.#latestPosition
    this.#latestPosition = position
    await before?.close()
    return position
  }

  #fileOf(number: number): string {
    const file = this.#index.segments[number]
    if (file === undefined) throw fail('recording.empty', recordingText.empty)
    return file
  }

  /** The markets at the last start that leads to an item. */
  async #restore(
    number: number,
    seq: number,
    options: SeekOptions,
    { read, ...max }: (typeof history)['recent' | 'whole']
  ): Promise<LogPosition> {
    const hub = new RecordedHub({ staleAfter: options.staleAfter })
    const { signal } = options
    const start = await this.#startBefore(number, seq, signal)
    // Nothing is known until a run begins.
    if (!start)
      return new LogPosition(hub, new LogCursor({ file: this.#fileOf(number), offset: 0, nextSeq: null }))
    const { segments, keyframe, place } = start
    const position = new LogPosition(hub, new LogCursor(place))
    position.firstSeq = place.nextSeq ?? 1
    if (keyframe) {
      const markets = new Set(options.markets())
      const past = await read(segments, keyframe, { ...max, markets, signal, source: this.#trades })
      hub.restore(past.limited(keyframe.state), past.seriesOf)
      position.firstSeq = past.firstSeq
    }
    return position
  }

  #startBefore(number: number, seq: number, signal: AbortSignal | undefined): Promise<LogStart | null> {
    return findStart(this.#index.segments.slice(0, number + 1), seq, {
      membersOf: async (file) => (await this.#index.indexOf(file)).members,
      signal
    })
  }

  /** Where heat is played from: a start up to an item, the beginning of the recording, or the last start. */
  async #heatFrom(from: number, last: number, signal: AbortSignal | undefined): Promise<LogStart | null> {
    const number = Math.max(0, await this.#index.segmentOf(from))
    const found = await this.#startBefore(number, from, signal)
    if (found) return found
    return from < firstOfAll
      ? { segments: [], place: { file: this.#fileOf(0), offset: 0, nextSeq: firstOfAll }, keyframe: null }
      : this.#startBefore(await this.#index.segmentOf(last), last, signal)
  }

  /** The item before those that are played for columns of seconds. Time in which nothing was recorded does not count. */
  async #seqPlayed({ now, seq }: RecordedHub): Promise<number> {
    const last = await this.#factsAt(logTimeAt(now))
    const to = Math.min(now, last ? logTimeOf(last.to).milliseconds : now)
    const facts = await this.#factsAt(logTimeAt(to - maxPlayed))
    return Math.max((facts?.firstSeq ?? firstOfAll) - 1, seq - maxPlayedItems)
  }

  /** Of the last member that began before a time, or the first one of the segment. */
  async #factsAt(at: LogTime): Promise<MemberFacts | null> {
    const number = Math.max(0, await this.#index.segmentAt(at))
    const index = await this.#index.indexOf(this.#fileOf(number))
    return index.memberAt(at)?.facts ?? index.first
  }

  /** Milliseconds since the epoch. */
  async #timeOf({ keyframe, place }: LogStart): Promise<number | null> {
    if (keyframe) return keyframe.time.milliseconds
    const { members } = await this.#index.indexOf(place.file)
    const first = members.find(({ offset }) => offset >= place.offset)
    return first ? logTimeOf(first.facts.from).milliseconds : null
  }

  /** By market; empty without a recording. */
  async #seriesAt(
    seq: number,
    markets: readonly string[],
    options: Omit<SeekOptions, 'markets'>
  ): Promise<ReadonlyMap<string, MarketSeries>> {
    const found = new Map<string, MarketSeries>()
    const wanted = markets.map((market) => ({ market, seq }))
    for await (const { wanted: each, series } of this.pasts(wanted, options)) found.set(each.market, series)
    return found
  }
}
