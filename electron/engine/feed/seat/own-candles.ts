import { CandleBook, type StoredCandles } from '#shared/domain/market/candles/index'
import type { Tape } from '#shared/domain/market/tape/index'
import { columnsOf, recordColumns } from '../../recording/history/trade-columns'

interface Part {
  /** The number of its first trade. */
  readonly from: number
  readonly candles: StoredCandles
}

/** Of the tape: then the trades since the last part are kept as candles. */
const maxShare = 0.5

/** The candles of what a seat saw of a market between its marks: in a busy market, the tape drops trades of that time. */
export class OwnCandles {
  #parts: readonly Part[] = []
  /** The number of the first trade that is in no part. */
  #next = -Infinity

  /**
   * Call at each mark.
   *
   * @param marks the numbers of the trades that follow each of them, ascending; at these numbers, parts begin
   */
  keep(tape: Tape, marks: readonly number[]): void {
    const { arrivals, capacity } = tape
    const oldest = arrivals - tape.count
    const [first = arrivals] = marks
    this.#parts = this.#parts.filter(({ from }) => from >= first)
    this.#next = Math.max(this.#next, first)
    if (this.#next < oldest || this.#next > arrivals) {
      this.#parts = []
      this.#next = marks.find((number) => number >= oldest) ?? arrivals
    }
    if (arrivals - this.#next < capacity * maxShare) return
    const begin = this.#next
    const columns = columnsOf(tape, begin)
    const added = marks
      .filter((number) => number > begin)
      .map((to): Part => {
        const from = this.#next
        const book = new CandleBook()
        recordColumns(book, columns, from - begin, to - begin)
        this.#next = to
        return { from, candles: book.toStored(0) }
      })
    this.#parts = [
      ...this.#parts,
      ...added.filter(({ candles }) => candles.series.some(([, rows]) => rows.length > 0))
    ]
  }

  /** The candles since a mark, the newest first, and the number of the next trade; null if they were not kept. */
  since(first: number): { readonly candles: readonly StoredCandles[]; readonly next: number } | null {
    const parts = this.#parts.filter(({ from }) => from >= first)
    if (parts[0]?.from !== first) return null
    return { candles: parts.map(({ candles }) => candles).toReversed(), next: this.#next }
  }
}
