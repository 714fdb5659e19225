import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PastCost } from '#shared/contract/recording/past-costs'
import { formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { Book, type SavedBook } from '#shared/domain/market/book/index'
import { costOf, type SizeUnit } from '#shared/domain/market/depth/index'
import { LogBooks } from '../analysis/log-books'

export interface WantedCosts {
  readonly market: string
  /** A decimal above zero as text. */
  readonly size: string
  readonly unit: SizeUnit
  /** In milliseconds since the epoch, increasing. */
  readonly moments: readonly number[]
  readonly staleAfter: number
  /** How often the log was fetched: where it had no book then, it may have one now. */
  readonly turn: number
}

/** At the moments up to the end of the log, in their order; null if the market was not recorded, live and uncrossed. */
export type CostsAtMoments = readonly (PastCost | null)[]

interface ReadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

const maxBooks = 1000
const million = 1_000_000n

/** The cost of a size at moments of a log. The books stay in memory for other sizes. */
export class CostReader {
  /** By log, market and moment. */
  readonly #books = new Map<string, { readonly book: SavedBook | null; readonly turn: number }>()

  async read(log: string, wanted: WantedCosts, { signal, onProgress }: ReadOptions): Promise<CostsAtMoments> {
    const { market, moments, staleAfter, turn } = wanted
    const costs: (PastCost | null)[] = []
    const books = await LogBooks.open(log, staleAfter)
    try {
      const end = books.end?.milliseconds ?? -Infinity
      for (const [index, at] of moments.entries()) {
        await nextTurn()
        signal.throwIfAborted()
        if (at > end) break
        const key = `${log}\n${market}\n${at}`
        const known = this.#books.get(key)
        const isKnown = known && (known.book !== null || known.turn === turn)
        const saved = isKnown ? known.book : await bookAt(books, market, at, signal)
        this.#keep(key, { book: saved, turn })
        costs.push(saved && costsIn(saved, at, wanted))
        onProgress((index + 1) / moments.length)
      }
    } finally {
      await books.dispose()
    }
    return costs
  }

  #keep(key: string, known: { readonly book: SavedBook | null; readonly turn: number }): void {
    this.#books.delete(key)
    this.#books.set(key, known)
    if (this.#books.size > maxBooks) this.#books.delete(this.#books.keys().next().value!)
  }
}

async function bookAt(
  books: LogBooks,
  market: string,
  at: number,
  signal: AbortSignal
): Promise<SavedBook | null> {
  const found = await books.marketAt(market, BigInt(at) * million, signal)
  return found?.state === 'live' && !found.book.crossed() ? found.book.save() : null
}

function costsIn(saved: SavedBook, at: number, { size, unit }: WantedCosts): PastCost {
  const book = new Book()
  book.restore(saved)
  const wanted = parseDecimal(size)!
  const side = (name: 'asks' | 'bids') => {
    const cost = costOf(book, name, wanted, unit)
    return cost?.complete && cost.basisPoints ? formatDecimal(cost.basisPoints) : null
  }
  return { at, buy: side('asks'), sell: side('bids') }
}
