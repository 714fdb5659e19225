import type { OlderTrades, OlderTradesRequest } from '#shared/contract/market/markets'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { tradesOf, type TapeTrade } from '../markets'

export type OlderTradesEnd = Omit<OlderTradesRequest, 'market'>

/** Enough to find the place in the recording, and one of them came in time. */
const maxFirst = 20

/** The trades before those of a tape that is held, page by page. */
export class OlderTradePages {
  #last: Pick<OlderTrades, 'seq' | 'begins'> = { seq: null, begins: false }
  /** The first trades to arrive that were not read from the recording, until they are found in it. */
  #sought: readonly TapeTrade[] | null = null
  #isFound = false

  /** Where the next page ends; null if there is none. */
  endOf(trades: readonly TapeTrade[]): OlderTradesEnd | null {
    if (trades.length === 0 || this.#last.begins) return null
    const first = firstOf(trades)
    const { seconds, nanoseconds } = first.reduce((one, other) => (byTime(one, other) < 0 ? other : one))
    return { number: first[0]!.number, executed: { seconds, nanoseconds }, seq: this.#last.seq }
  }

  /** Those of the page that are older than the trades. */
  take({ trades: news, seq, begins }: OlderTrades, trades: readonly TapeTrade[]): TapeTrade[] {
    this.#last = { seq, begins }
    const page = tradesOf(news)
    if (seq === null) return page.sort(byTime)
    const older = this.#isFound ? page : this.#before((this.#sought ??= firstOf(trades)), page)
    const first = firstOf(trades)[0]!.number - older.length
    return older.map((trade, row) => ({ ...trade, number: first + row })).sort(byTime)
  }

  /** Recorded trades have no ID, but the order in which they arrived. */
  #before(sought: readonly TapeTrade[], page: readonly TapeTrade[]): readonly TapeTrade[] {
    const isHere = (_trade: TapeTrade, at: number) =>
      page.slice(at, at + sought.length).every((trade, row) => isSame(trade, sought[row]!))
    const place = page.findLastIndex(isHere)
    this.#isFound = place >= 0
    if (this.#isFound) return page.slice(0, place)
    return page.filter((trade) => sought.every((other) => byTime(trade, other) < 0))
  }
}

const firstOf = (trades: readonly TapeTrade[]) =>
  [...trades].sort((one, other) => one.number - other.number).slice(0, maxFirst)

const isSame = (one: TapeTrade, other: TapeTrade) =>
  byTime(one, other) === 0 &&
  canonicalDecimal(one.price) === canonicalDecimal(other.price) &&
  canonicalDecimal(one.amount) === canonicalDecimal(other.amount)

export const byTime = (one: TapeTrade, other: TapeTrade) =>
  one.seconds - other.seconds || one.nanoseconds - other.nanoseconds
