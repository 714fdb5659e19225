import type { StoredCandles } from '#shared/domain/market/candles/index'
import { MarketSeries } from '../../market/series'
import type { MemberFacts } from '../log/member'
import { logTimeOf, type LogTime } from '../replay/log-time'
import type { SavedHub } from '../replay/saved-hub'
import { limitCoverage } from './limit-coverage'
import { TradeScanner } from './trade-scanner'
import { tradeFiles, type TradePart, type TradeSource } from './trade-source'

export interface HistoryOptions {
  /** All without it. */
  readonly markets?: ReadonlySet<string>
  /** In milliseconds before the item. */
  readonly maxAge: number
  /** Of files of trades: one of a mebibyte has some fifty thousand. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  /** The files beside the segments without it. */
  readonly source?: TradeSource
}

interface SegmentParts {
  readonly segment: string
  readonly parts: readonly TradePart[]
}

interface Past {
  readonly segments: readonly SegmentParts[]
  readonly isComplete: boolean
}

/** Limits for past trades that the sides of the next ones depend on. */
export const historyForSides = { maxAge: 3_600_000, maxBytes: 8 * 1024 * 1024 }
/** The number of a recording's first item. */
const firstOfAll = 1

/** Trades and candles as they were after an item, as far back as they could be read. */
export class History {
  readonly #series = new Map<string, MarketSeries>()
  /** Milliseconds since the epoch; earlier trades were not read. */
  #from: number
  /** The item from which on trades were read. */
  #firstSeq: number
  #isComplete = false
  readonly #scanner = new TradeScanner()

  private constructor(
    private readonly options: HistoryOptions,
    private readonly to: LogTime,
    seq: number
  ) {
    this.#from = to.milliseconds
    this.#firstSeq = seq + 1
  }

  /** @param segments up to the one of the item */
  static async read(
    segments: readonly string[],
    { seq, time }: { readonly seq: number; readonly time: LogTime },
    options: HistoryOptions
  ): Promise<History> {
    const history = new History(options, time, seq)
    if (options.markets?.size === 0) return history
    const since = time.milliseconds - options.maxAge
    const past = await partsBefore(options.source ?? tradeFiles, segments, seq, since, options.maxBytes)
    const oldest = past.segments[0]?.parts[0]
    if (oldest) history.#reachTo(oldest.facts)
    history.#isComplete = past.isComplete
    for (const each of past.segments) await history.#readParts(each)
    return history
  }

  get firstSeq(): number {
    return this.#firstSeq
  }

  /** Trades up to this item are missing; null if all that are wanted were read. */
  get missingTo(): number | null {
    return this.#isComplete ? null : this.#firstSeq - 1
  }

  /** Candles of the trades right before those that were read; call once. */
  addOlder(
    older: ReadonlyMap<string, StoredCandles['series']>,
    first: Pick<MemberFacts, 'firstSeq' | 'from'>
  ): void {
    for (const [market, series] of older) this.seriesOf(market)?.candles.restore({ spans: [], series })
    this.#reachTo(first)
  }

  get series(): Iterable<MarketSeries> {
    return this.#series.values()
  }

  readonly seriesOf = (market: string): MarketSeries | undefined => {
    if (this.options.markets?.has(market) === false) return undefined
    const series = this.#series.get(market) ?? new MarketSeries()
    this.#series.set(market, series)
    return series
  }

  /** As saved, but no market claims to know of trades that were not read. */
  limited(saved: SavedHub): SavedHub {
    // By the service's clock, which may be ahead.
    const from = this.#from + this.#scanner.lead
    const limit = (name: string) => (this.options.markets?.has(name) === false ? this.to.milliseconds : from)
    return {
      ...saved,
      coverages: saved.coverages.map(([name, coverage]) => [name, limitCoverage(coverage, limit(name))])
    }
  }

  async #readParts({ segment, parts }: SegmentParts): Promise<void> {
    const { source = tradeFiles, signal } = this.options
    for await (const { part, text } of source.read(segment, parts, signal)) {
      if (text) this.#scanner.scan(text, this.seriesOf)
      else this.#restart(part)
      await turn()
    }
  }

  #reachTo({ firstSeq, from }: Pick<MemberFacts, 'firstSeq' | 'from'>): void {
    this.#firstSeq = firstSeq
    this.#from = firstSeq === firstOfAll ? -Infinity : logTimeOf(from).milliseconds
  }

  /** Items before an unreadable part do not lead up to the item. */
  #restart({ facts }: TradePart): void {
    this.#series.clear()
    this.#from = logTimeOf(facts.to).milliseconds
    this.#firstSeq = facts.lastSeq + 1
    this.#isComplete = false
  }
}

/** Lets other work run. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const fromOf = ({ facts }: TradePart) => logTimeOf(facts.from).milliseconds

/** The parts that lead up to the item without a hole, oldest first: not much before `since`, and not too many. */
async function partsBefore(
  source: TradeSource,
  segments: readonly string[],
  seq: number,
  since: number,
  maxBytes: number
): Promise<Past> {
  const past: SegmentParts[] = []
  let last = seq
  let bytes = 0
  for (const segment of [...segments].reverse()) {
    const wanted: TradePart[] = []
    const older = (await source.partsOf(segment)).filter(({ facts }) => facts.lastSeq <= last).reverse()
    let isEnough = false
    for (const part of older) {
      if (isEnough || part.facts.lastSeq !== last) break
      wanted.unshift(part)
      last = part.facts.firstSeq - 1
      bytes += part.facts.length
      isEnough = last < firstOfAll || fromOf(part) < since || bytes >= maxBytes
    }
    if (wanted.length > 0) past.unshift({ segment, parts: wanted })
    if (isEnough) return { segments: past, isComplete: true }
    if (wanted.length < older.length) break
  }
  return { segments: past, isComplete: false }
}
