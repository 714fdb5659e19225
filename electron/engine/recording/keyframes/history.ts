import type { StoredCandles } from '#shared/domain/market/candles/index'
import { MarketSeries } from '../../market/series'
import { openMember, type MemberFacts } from '../log/member'
import type { Located } from '../log/segment'
import { logTimeOf, type LogTime } from '../replay/log-time'
import type { SavedHub } from '../replay/saved-hub'
import { tradesOf } from './files'
import { limitCoverage } from './limit-coverage'
import { membersOf, withMembers } from './members'
import { TradeScanner } from './trade-scanner'

export interface HistoryOptions {
  /** All without it. */
  readonly markets?: ReadonlySet<string>
  /** In milliseconds before the item. */
  readonly maxAge: number
  /** Of files of trades: one of a mebibyte has some fifty thousand. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

interface Part {
  readonly file: string
  readonly members: readonly Located[]
}

/** Of trades, of which the next ones' sides follow. */
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
    const parts = await partsBefore(segments, seq, time.milliseconds - options.maxAge, options.maxBytes)
    const oldest = parts[0]?.members[0]
    if (oldest) history.#reachTo(oldest.facts)
    for (const part of parts) await history.#readPart(part)
    return history
  }

  get firstSeq(): number {
    return this.#firstSeq
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

  async #readPart({ file, members }: Part): Promise<void> {
    await withMembers(file, async (segment) => {
      for (const member of members) {
        this.options.signal?.throwIfAborted()
        const text = openMember(await segment.read(member))
        if (text) this.#scanner.scan(text, this.seriesOf)
        else this.#restart(member)
        await turn()
      }
    })
  }

  #reachTo({ firstSeq, from }: Pick<MemberFacts, 'firstSeq' | 'from'>): void {
    this.#firstSeq = firstSeq
    this.#from = firstSeq === firstOfAll ? -Infinity : logTimeOf(from).milliseconds
  }

  /** What came before a damaged member does not lead up to the item. */
  #restart({ facts }: Located): void {
    this.#series.clear()
    this.#from = logTimeOf(facts.to).milliseconds
    this.#firstSeq = facts.lastSeq + 1
  }
}

/** Of other work. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const fromOf = ({ facts }: Located) => logTimeOf(facts.from).milliseconds

/** The parts that lead up to the item without a hole, oldest first: not much before `since`, and not too many. */
async function partsBefore(
  segments: readonly string[],
  seq: number,
  since: number,
  maxBytes: number
): Promise<Part[]> {
  const parts: Part[] = []
  let last = seq
  let bytes = 0
  for (const segment of [...segments].reverse()) {
    const file = tradesOf(segment)
    const members: Located[] = []
    const older = (await membersOf(file)).filter(({ facts }) => facts.lastSeq <= last).reverse()
    let isEnough = false
    for (const member of older) {
      if (isEnough || member.facts.lastSeq !== last) break
      members.unshift(member)
      last = member.facts.firstSeq - 1
      bytes += member.facts.length
      isEnough = fromOf(member) < since || bytes >= maxBytes
    }
    if (members.length > 0) parts.unshift({ file, members })
    if (isEnough || members.length < older.length) break
  }
  return parts
}
