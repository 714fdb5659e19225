import { TradeRows, type Tape } from '#shared/domain/market/tape/index'
import { maxTrades, type MarketParts } from '#shared/contract/market/markets'
import type { TradesNews } from '#shared/contract/market/market-news'
import { Cells } from './cells'

const rows = new TradeRows(maxTrades)

/** The trades since the last read; the tape is the queue. */
export class TradesPart {
  readonly #cells = new Cells(64)
  /** The next unread number. */
  #next = 0
  #started = false

  constructor(private readonly wanted: NonNullable<MarketParts['trades']>) {}

  /** Trades waiting for the window. */
  waiting(tape: Tape): number {
    return this.#started ? tape.arrivals - this.#next : 0
  }

  restart(): void {
    this.#started = false
  }

  read(tape: Tape): TradesNews | null {
    const fresh = !this.#started
    const max = this.wanted.max
    // Trades before the first read are not counted as skipped.
    if (fresh) this.#next = tape.arrivals - Math.min(max, tape.count)
    if (!fresh && tape.arrivals === this.#next) return null
    const count = tape.readSince(this.#next, rows, max)
    const skipped = tape.arrivals - this.#next - count
    this.#next = tape.arrivals
    this.#started = true
    this.#copy(tape, count)
    const { values, exact } = this.#cells
    const { priceScale, amountScale } = rows
    return { priceScale, amountScale, fresh, skipped, move: tape.move, values, exact }
  }

  #copy(tape: Tape, count: number): void {
    const cells = this.#cells
    cells.begin()
    for (let row = 0; row < count; row += 1) {
      const price = rows.prices[row]!
      const amount = rows.amounts[row]!
      cells.put(rows.arrivals[row]!)
      // Long numbers are read from the tape.
      const long = price !== price || amount !== amount ? tape.tradeAt(rows.arrivals[row]!) : null
      if (long) {
        cells.putDecimal(long.price, rows.priceScale)
        cells.putDecimal(long.amount, rows.amountScale)
      } else {
        cells.put(price)
        cells.put(amount)
      }
      cells.put(rows.seconds[row]!)
      cells.put(rows.nanoseconds[row]!)
      cells.put(rows.inferences[row]!)
      cells.put(rows.aheads[row]!)
      cells.put(rows.confidences[row]!)
    }
  }
}
