import { describe, expect, it } from 'vitest'
import { Book } from '#shared/domain/market/book/index'
import { packMessage } from '#shared/domain/market/pack'
import type { BookMessage } from '#shared/domain/market/messages'
import { PackedMessage } from '#shared/domain/market/packed'
import { expectSameBook, expectSameTop } from '../expect-book'
import { typical, Feed, type Habits } from '../feed'
import { OracleBook } from '../oracle'

const message = new PackedMessage()

/** Packed if possible, sometimes exact. */
function give(book: Book, said: BookMessage, exactly: boolean): void {
  if (!exactly && packMessage(said, 0, message)) {
    if (said.snapshot) book.replace(message)
    else book.update(message)
  } else if (said.snapshot) book.replaceExact(said)
  else book.updateExact(said)
}

interface Seen {
  changes: number
  wide: number
  returns: number
}

function follow(habits: Habits, seed: number, changes: number, batch: number, seen: Seen): void {
  const feed = new Feed(habits, seed)
  const book = new Book()
  const oracle = new OracleBook()
  let done = 0
  let next = batch
  let wasWide = false
  for (let turn = 0; done < changes; turn += 1) {
    const said = turn === 1 ? feed.snapshot() : feed.next()
    give(book, said, turn % 7 === 3)
    oracle.apply(said)
    const index = `in ${habits.name}, seed ${seed}, message ${turn}`
    expectSameTop(book, oracle, index)
    if (book.wide) seen.wide += 1
    if (wasWide && !book.wide) seen.returns += 1
    wasWide = book.wide
    done += said.bids.length + said.asks.length
    if (done < next) continue
    expectSameBook(book, oracle, index)
    next = done + batch
  }
  expectSameBook(book, oracle, `at the end of ${habits.name}, seed ${seed}`)
  seen.changes += done
}

const wild = { jumps: 2, snapshots: 2, strays: 30, finer: 2, padded: 300 }

const markets: readonly (readonly [Habits, changes: number, batch: number])[] = [
  [{ ...typical, name: 'one level', depth: 1, ...wild, snapshots: 30 }, 15_000, 50],
  [{ ...typical, name: 'ten levels', depth: 10, ...wild, changes: 10 }, 25_000, 200],
  [{ ...typical, name: 'two hundred levels', depth: 200, ...wild }, 30_000, 500],
  [{ ...typical, name: 'a step of a half', depth: 300, tick: 50n, ...wild, finer: 0 }, 20_000, 500],
  [{ ...typical, name: 'far apart', depth: 1000, spacing: 5000, strays: 5 }, 30_000, 5000],
  [{ ...typical, name: 'a thousand levels', depth: 1000, ...wild, snapshots: 1 }, 30_000, 5000],
  [{ ...typical, name: 'twenty thousand levels', depth: 20_000, strays: 20, jumps: 1 }, 40_000, 20_000],
  [
    { ...typical, name: 'twenty thousand levels, spread', depth: 20_000, spacing: 40, padded: 50 },
    80_000,
    15_000
  ],
  [{ ...typical, name: 'eighteen digits', depth: 100, ...wild, long: 2, snapshots: 10 }, 30_000, 500],
  [{ ...typical, name: 'always long', depth: 30, ...wild, long: 500, snapshots: 5 }, 15_000, 300],
  [
    {
      ...typical,
      name: 'cheap',
      price: 12n,
      priceScale: 8,
      depth: 40,
      amountDigits: 15,
      amountScale: 2,
      ...wild
    },
    15_000,
    300
  ]
]

describe('the book', () => {
  const seen: Seen = { changes: 0, wide: 0, returns: 0 }

  it.each(markets)('equals its oracle after every message: $name', (habits, changes, batch) => {
    follow(habits, 1, changes, batch, seen)
  })

  it('was tested with all kinds of messages', () => {
    expect(seen.changes).toBeGreaterThan(200_000)
    expect(seen.wide).toBeGreaterThan(1000)
    expect(seen.returns).toBeGreaterThan(20)
  })
})
