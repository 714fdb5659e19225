import type { MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest } from '#shared/contract/market/markets'

const maxKept = 200
/** Items of the same time; the longest of them is kept. */
const together = 1000

export interface LastNews {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** With one part. */
  readonly news: MarketNews
}

/** What panels last showed of one service, for the time until its stream sends newer figures. */
export class LastFigures {
  #source: string | null = null
  /** By market and part, the most recently kept last. */
  readonly #kept = new Map<string, LastNews>()

  get source(): string | null {
    return this.#source
  }

  get kept(): ReadonlyMap<string, LastNews> {
    return this.#kept
  }

  /** Figures of another service are dropped. */
  use(source: string | null): void {
    if (source === this.#source) return
    this.#source = source
    this.#kept.clear()
  }

  restore(source: string, kept: Iterable<readonly [string, LastNews]>): void {
    this.use(source)
    for (const [key, one] of kept) this.#keep(key, one)
  }

  /** @param at milliseconds since the epoch */
  keep(request: MarketInterest, news: MarketNews, at: number): void {
    if (this.#source === null) return
    const { book, trades, candles, statistics } = news
    const parts = { book, trades, candles: candles && endedAt(at, candles), statistics }
    for (const [name, key] of keysOf(request))
      if (parts[name]) this.#keep(key, { at, news: { ...news, ...nothing, [name]: parts[name] } })
  }

  /** @param now milliseconds since the epoch */
  of(request: MarketInterest, now: number): MarketNews | null {
    let found: MarketNews | null = null
    for (const [name, key] of keysOf(request)) {
      const last = this.#kept.get(key)
      if (!last) continue
      const news = agedTo(now, last)
      const newest: MarketNews = found && ageOf(found) <= ageOf(news) ? found : news
      found = { ...newest, ...partsOf(found ?? news), [name]: news[name], interest: request.id }
    }
    return found
  }

  #keep(key: string, one: LastNews): void {
    const before = this.#kept.get(key)
    if (before && one.at - before.at < together && lengthOf(before.news) > lengthOf(one.news)) return
    this.#kept.delete(key)
    this.#kept.set(key, one)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) return
      this.#kept.delete(oldest)
    }
  }
}

export function agedTo(now: number, { at, news }: LastNews): MarketNews {
  const older = (age: number | null) => (age === null ? null : age + Math.max(0, now - at))
  return { ...news, bookAge: older(news.bookAge), tradeAge: older(news.tradeAge) }
}

/** Approximate heat is not kept. */
const nothing = { book: null, trades: null, candles: null, statistics: null, heat: null } as const
type PartName = Exclude<keyof typeof nothing, 'heat'>

const partsOf = ({ book, trades, candles, statistics }: MarketNews) => ({ book, trades, candles, statistics })

/** Panels may ask for other numbers of rows in the next run. */
function keysOf({ market, parts }: MarketInterest): readonly (readonly [PartName, string])[] {
  const { book, trades, candles, statistics } = parts
  const key = (name: PartName, option: string | null) =>
    [name, JSON.stringify([market, name, option])] as const
  return [
    ...(book ? [key('book', book.grouping)] : []),
    ...(trades ? [key('trades', null)] : []),
    ...(candles ? [key('candles', candles.interval)] : []),
    ...(statistics ? [key('statistics', null)] : [])
  ]
}

const lengthOf = ({ book, trades, candles }: MarketNews) => (book ?? trades ?? candles)?.values.length ?? 0

const ageOf = ({ bookAge, tradeAge }: MarketNews) => Math.min(bookAge ?? Infinity, tradeAge ?? Infinity)

/** Nothing is known about the time after it. */
const endedAt = (at: number, candles: NonNullable<MarketNews['candles']>) => ({
  ...candles,
  watched: candles.watched?.map((time) => Math.min(time, at)) ?? null
})
