import fc from 'fast-check'
import { BookPart } from '#engine/market/publish/book-part'
import { formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { Book } from '#shared/domain/market/book/index'
import { LadderBook } from '#renderer/panels/book/ladder-book'
import { BookLevels } from '#renderer/lib/markets/book'

export type PlainLevel = readonly [price: string, amount: string]
export interface PlainBook {
  readonly bids: readonly PlainLevel[]
  readonly asks: readonly PlainLevel[]
}

const levelOf = ([price, amount]: PlainLevel) => ({
  price: parseDecimal(price)!,
  amount: parseDecimal(amount)!
})

export function domainBook({ bids, asks }: PlainBook): Book {
  const book = new Book()
  book.replaceExact({
    kind: 'book',
    market: 'BTCUSD',
    snapshot: true,
    time: 1n,
    bids: bids.map(levelOf),
    asks: asks.map(levelOf)
  })
  return book
}

/** Through the cells that main sends. */
export function levelsOf(book: PlainBook, grouping: string | null = null, levels = 500): BookLevels {
  const { values, exact, ...head } = new BookPart({ levels, grouping }).read(domainBook(book))
  return new BookLevels({ ...head, values: values.slice(), exact: exact && new Map(exact) })
}

export const ladderBook = (book: PlainBook, grouping: string | null = null, levels = 500) =>
  new LadderBook(levelsOf(book, grouping, levels), levels)

export const price = (units: number, scale: number) => formatDecimal({ units: BigInt(units), scale })

/** Unique prices around a middle. */
export const books = (scale = 2, max = 40): fc.Arbitrary<PlainBook> =>
  fc
    .record({
      middle: fc.integer({ min: 10_000, max: 10_060 }),
      bids: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: max }),
      asks: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: max }),
      amounts: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2 * max, maxLength: 2 * max })
    })
    .map(({ middle, bids, asks, amounts }) => ({
      bids: bids
        .sort((one, other) => one - other)
        .map((away, index) => [price(middle - away, scale), price(amounts[index]!, 4)] as const),
      asks: asks
        .sort((one, other) => one - other)
        .map((away, index) => [price(middle + away, scale), price(amounts[max + index]!, 4)] as const)
    }))
