import type { MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest } from '#shared/contract/market/markets'

/** More than all windows together usually draw. */
export const maxKept = 1000
/** The clock may have been set back by less. */
const tolerance = 60_000

export interface LastNews {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly news: MarketNews
}

interface KeepTimes {
  readonly monotonic: number
  /** Milliseconds since the epoch. */
  readonly wall: number
  /** The service's time in milliseconds since the epoch. */
  readonly service: number
}

/**
 * The figures that panels last showed of one service, until its stream sends newer ones. An item is kept as a whole,
 * because its figures belong together.
 */
export class LastFigures {
  #source: string | null = null
  #changes = 0
  /** By item, the most recently kept last. */
  readonly #kept = new Map<string, LastNews>()
  /** Of the messages with the kept figures, monotonic. */
  readonly #receipts = new Map<string, number>()

  get source(): string | null {
    return this.#source
  }

  /** Increases with every change. */
  get changes(): number {
    return this.#changes
  }

  get kept(): ReadonlyMap<string, LastNews> {
    return this.#kept
  }

  /** Figures of another service are dropped. */
  use(source: string): void {
    if (source === this.#source) return
    this.#source = source
    this.clear()
  }

  clear(): void {
    this.#kept.clear()
    this.#receipts.clear()
    this.#changes += 1
  }

  restore(kept: Iterable<readonly [string, LastNews]>): void {
    for (const [key, one] of kept) this.#kept.set(key, one)
  }

  keep(request: MarketInterest, news: MarketNews, now: KeepTimes): void {
    if (this.#source === null || news.state === 'rebuilding') return
    const key = keyOf(request)
    // Monotonic time stops while the computer sleeps, so that the first age of unchanged figures is the right one.
    const receipt = Math.round(2 * now.monotonic - (news.bookAge ?? 0) - (news.tradeAge ?? 0))
    if (this.#kept.has(key) && this.#receipts.get(key) === receipt) return
    // Complete older figures are better than newer ones with gaps.
    if (!isComplete(request, news) && (this.#kept.has(key) || !hasFigures(news))) return
    this.#kept.delete(key)
    this.#receipts.set(key, receipt)
    this.#kept.set(key, {
      at: now.wall,
      news: { ...news, heat: null, cost: null, candles: endedAt(now.service, news.candles) }
    })
    this.#changes += 1
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) return
      this.#kept.delete(oldest)
    }
  }

  /** @param now milliseconds since the epoch */
  of(request: MarketInterest, now: number): MarketNews | null {
    const last = this.#kept.get(keyOf(request)) ?? this.#similar(request) ?? this.#withoutBook(request)
    if (!last || last.at > now + tolerance) return null
    return { ...agedTo(now, last), interest: request.id }
  }

  /** Panels may have another size than in the last run: the newest, with the most rows. */
  #similar(request: MarketInterest): LastNews | undefined {
    const shape = shapeOf(request)
    const all = [...this.#kept].flatMap(([key, one]) => (shapeIn(key) === shape ? [one] : []))
    return all.sort((one, other) => other.at - one.at || rowsOf(other.news) - rowsOf(one.news))[0]
  }

  /** A chart needs the book only until it has candles. */
  #withoutBook({ parts, ...request }: MarketInterest): LastNews | undefined {
    if (!parts.book || !parts.candles) return undefined
    return this.#similar({ ...request, parts: { ...parts, book: null } })
  }
}

export function agedTo(now: number, { at, news }: LastNews): MarketNews {
  const older = (age: number | null) => (age === null ? null : age + Math.max(0, now - at))
  return { ...news, bookAge: older(news.bookAge), tradeAge: older(news.tradeAge) }
}

/** Approximate heat is not kept. */
function shapeOf({ market, parts: { book, trades, candles, statistics } }: MarketInterest): string {
  return JSON.stringify([market, book && [book.grouping], trades !== null, candles?.interval, statistics])
}

/** The shape, and how many rows of each part. */
function keyOf(request: MarketInterest): string {
  const { book, trades, candles } = request.parts
  return `${shapeOf(request)} ${[book?.levels, trades?.max, candles?.max].map((count) => count ?? 0).join('/')}`
}

const shapeIn = (key: string) => key.slice(0, key.lastIndexOf(' '))

const rowsOf = ({ book, trades, candles }: MarketNews) =>
  [book, trades, candles].reduce((sum, part) => sum + (part?.values.length ?? 0), 0)

const hasLevels = ({ book, bookAge }: MarketNews) =>
  book !== null && bookAge !== null && book.bids + book.asks > 0
const hasTrades = ({ trades }: MarketNews) => trades !== null && trades.values.length > 0

const hasFigures = (news: MarketNews) => hasLevels(news) || hasTrades(news)

const isComplete = ({ parts: { book, trades, candles } }: MarketInterest, news: MarketNews) =>
  (!book || hasLevels(news)) &&
  (!trades || hasTrades(news)) &&
  (!candles || (news.candles !== null && news.candles.values.length > 0))

/** Nothing is known about the time after it. */
const endedAt = (now: number, candles: MarketNews['candles']) =>
  candles && { ...candles, watched: candles.watched?.map((time) => Math.min(time, now)) ?? null }
