import { expect, it } from 'vitest'
import { canonical } from '#shared/domain/base/decimal'
import { Book, taken } from '#shared/domain/market/book/index'
import { packMessage } from '#shared/domain/market/pack'
import type { BookMessage } from '#shared/domain/market/messages'
import { PackedMessage } from '#shared/domain/market/packed'
import { Feed, typical, type Habits } from '../feed'
import { OracleBook, oracleScale, oracleUnits } from '../oracle'

const message = new PackedMessage()

function give(book: Book, said: BookMessage, exactly: boolean): void {
  if (exactly || !packMessage(said, 0, message)) {
    if (said.snapshot) book.replaceExact(said)
    else book.updateExact(said)
  } else if (said.snapshot) book.replace(message)
  else book.update(message)
}

/** The update, with changes of the best prices among its levels: removals, and smaller sizes. */
function sweep(said: BookMessage, oracle: OracleBook, { amountScale }: Habits, turn: number): BookMessage {
  const unit = 10n ** BigInt(oracleScale - amountScale)
  const taking = (side: 'bids' | 'asks') =>
    oracle[side].levels((turn % 3) + 1).map(({ price, amount }, rank) => ({
      price: canonical({ units: price, scale: oracleScale }),
      amount: canonical({ units: (turn + rank) % 4 === 0 ? amount / 2n / unit : 0n, scale: amountScale })
    }))
  const [bids, asks] = [taking('bids'), taking('asks')]
  // Best first, or not.
  return turn % 5 === 0
    ? { ...said, bids: [...said.bids, ...bids.toReversed()], asks: [...asks.toReversed(), ...said.asks] }
    : { ...said, bids: [...bids, ...said.bids], asks: [...said.asks, ...asks] }
}

/** Side, price and size of each decrease of the best level, one level after the other. */
function takenFrom(oracle: OracleBook, said: BookMessage): string[] {
  const found: string[] = []
  for (const side of ['bids', 'asks'] as const) {
    for (const level of said[side]) {
      const { best } = oracle[side]
      const amount = oracleUnits(level.amount)
      if (best?.price === oracleUnits(level.price) && amount < best.amount)
        found.push(`${side} ${best.price} ${best.amount - amount}`)
      oracle[side].set(level)
    }
  }
  return found
}

function takenBy({ priceScale, amountScale }: Book): string[] {
  const unitsAt = (units: number, scale: number) => BigInt(units) * 10n ** BigInt(oracleScale - scale)
  return Array.from({ length: taken.count }, (_, index) => {
    const side = taken.signs[index] === 1 ? 'asks' : 'bids'
    const price = unitsAt(taken.prices[index]!, priceScale)
    return `${side} ${price} ${unitsAt(taken.sizes[index]!, amountScale)}`
  })
}

const markets: readonly Habits[] = [
  { ...typical, name: 'ten levels', depth: 10, changes: 10, strays: 30, padded: 300, snapshots: 2 },
  { ...typical, name: 'few levels that jump', depth: 3, spacing: 1, jumps: 30, strays: 100, changes: 6 },
  { ...typical, name: 'far apart', depth: 8, spacing: 50_000, strays: 50, finer: 5 },
  { ...typical, name: 'a step of a half', depth: 20, tick: 50n, strays: 30, padded: 50, finer: 2 }
]

it.each(markets.map((habits) => [habits.name, habits] as const))(
  'is each decrease of the best level: %s',
  (_, habits) => {
    const feed = new Feed(habits, 7)
    // Restored now and then: where its window lies must not matter.
    let book = new Book()
    const oracle = new OracleBook()
    let compared = 0
    for (let turn = 0; turn < 3000; turn += 1) {
      const next = turn === 1 ? feed.snapshot() : feed.next()
      const said = next.snapshot || turn % 3 > 0 ? next : sweep(next, oracle, habits, turn)
      const { priceScale, amountScale } = book
      give(book, said, turn % 7 === 3)
      const isSameScale = book.priceScale === priceScale && book.amountScale === amountScale
      const expected = said.snapshot ? [] : takenFrom(oracle, said)
      if (said.snapshot) oracle.apply(said)
      else if (isSameScale) {
        expect(takenBy(book), `message ${turn}`).toEqual(expected)
        compared += expected.length
      }
      if (turn % 100 === 0) {
        const restored = new Book()
        restored.restore(book.save())
        book = restored
      }
    }
    expect(compared).toBeGreaterThan(300)
  }
)
