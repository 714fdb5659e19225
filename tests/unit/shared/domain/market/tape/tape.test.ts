import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Tape, TradeRows, type Inference } from '../../../../../../electron/shared/domain/market/tape'
import { give, inTime, messageOf, plain, someTrades, type KnownTrade } from '../candles/truth'

const filled = (trades: readonly KnownTrade[], capacity?: number) => {
  const tape = new Tape(capacity)
  for (const trade of trades) give(tape, trade)
  return tape
}

const shown = ({ time, price, amount, inference }: KnownTrade, arrival: number) => ({
  arrival,
  executedAt: time,
  price,
  amount,
  aggressor: ['unknown', 'buy', 'sell', 'buy', 'sell'][inference],
  basis: ['none', 'book-ask', 'book-bid', 'tick', 'tick'][inference]
})

const at = (time: bigint, price = 1, inference: Inference = 0): KnownTrade => ({
  time,
  price: { units: BigInt(price), scale: 0 },
  amount: { units: 1n, scale: 0 },
  inference,
  packed: true
})

/** Rows as exact trades, through `tradeAt` where a number is too long. */
function exactly(tape: Tape, rows: TradeRows) {
  return Array.from({ length: rows.count }, (_, row) => {
    const arrival = rows.arrivals[row]!
    const exact = tape.tradeAt(arrival)!
    const number = (value: number, scale: number, long: unknown) =>
      value === value ? { units: BigInt(value), scale } : long
    return plain({
      executedAt: BigInt(rows.seconds[row]!) * 1_000_000_000n + BigInt(rows.nanoseconds[row]!),
      arrival,
      price: number(rows.prices[row]!, rows.priceScale, exact.price),
      amount: number(rows.amounts[row]!, rows.amountScale, exact.amount),
      inference: rows.inferences[row]
    })
  })
}

const expected = (trade: KnownTrade, arrival: number) =>
  plain({
    executedAt: trade.time,
    arrival,
    price: trade.price,
    amount: trade.amount,
    inference: trade.inference
  })

describe('the tape', () => {
  it('holds the last that came, each once, in the order of time and of arrival', () => {
    fc.assert(
      fc.property(
        someTrades({ most: 80 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 90 }),
        (trades, capacity, since) => {
          const tape = filled(trades, capacity)
          const dropped = Math.max(trades.length - capacity, 0)
          const kept = trades.slice(dropped)
          const byTime = inTime(kept).map(({ trade, arrival }) => shown(trade, arrival + dropped))
          expect([tape.arrivals, tape.count]).toEqual([trades.length, kept.length])
          expect(plain(tape.latest(Infinity))).toEqual(plain(byTime.toReversed()))
          expect(plain(tape.lastPrice)).toBe(plain(byTime.at(-1)!.price))

          const rows = new TradeRows(20)
          tape.readLatest(rows)
          expect(exactly(tape, rows)).toEqual(
            byTime
              .toReversed()
              .slice(0, 20)
              .map(({ arrival }) => expected(trades[arrival]!, arrival))
          )
          tape.readSince(since, rows)
          const first = Math.max(since, dropped, trades.length - 20)
          expect(exactly(tape, rows)).toEqual(
            trades.slice(first).map((trade, index) => expected(trade, first + index))
          )
        }
      ),
      { numRuns: 500 }
    )
  })

  it('keeps two that look the same as two', () => {
    const tape = filled([at(5n), at(5n)])
    expect(tape.latest(9).map(({ arrival }) => arrival)).toEqual([1, 0])
  })

  it('inserts a late one as far back as it reaches', () => {
    const tape = filled([at(10n), at(20n), at(30n), at(5n), at(25n)], 5)
    expect(tape.latest(9).map(({ executedAt }) => executedAt)).toEqual([30n, 25n, 20n, 10n, 5n])
    give(tape, at(31n))
    expect(tape.latest(9).map(({ executedAt }) => executedAt)).toEqual([31n, 30n, 25n, 20n, 5n])
  })

  it('gives no trade that never came or is gone', () => {
    const tape = filled([at(1n), at(2n), at(3n)], 2)
    expect([-1, 0, 3, 0.5, NaN].map((arrival) => tape.tradeAt(arrival))).toEqual([
      null,
      null,
      null,
      null,
      null
    ])
    expect(tape.tradeAt(1)?.executedAt).toBe(2n)
  })

  it('is empty at first', () => {
    const tape = new Tape()
    const rows = new TradeRows(5)
    expect([tape.lastPrice, tape.lastPriceUnits, tape.lastInference]).toEqual([null, NaN, 0])
    expect([tape.readSince(0, rows), tape.readLatest(rows), tape.latest(5)]).toEqual([0, 0, []])
  })

  it('reads no more than it is asked for', () => {
    const tape = filled([at(1n), at(2n), at(3n)])
    const rows = new TradeRows(5)
    expect([tape.readSince(0, rows, 2), rows.arrivals[0]]).toEqual([2, 1])
    expect([tape.readLatest(rows, 1), rows.arrivals[0]]).toEqual([1, 2])
    expect(tape.readSince(7, rows)).toBe(0)
  })

  it('keeps its numbers short when one odd one comes along', () => {
    const dust: KnownTrade = { ...at(1n), amount: { units: 1n, scale: 15 } }
    const normal: KnownTrade = { ...at(2n), amount: { units: 123_456n, scale: 3 } }
    for (const trades of [
      [dust, normal],
      [normal, dust]
    ]) {
      const tape = filled(trades)
      const rows = new TradeRows(2)
      tape.readLatest(rows)
      expect(rows.amounts[0]! / 10 ** rows.amountScale).toBe(123.456)
      expect(rows.amounts[1]).toBeNaN()
      expect(plain(tape.latest(2)[1]!.amount)).toBe('1e-15')
    }
  })

  it('forgets a long number with its trade', () => {
    const long: KnownTrade = { ...at(1n), price: { units: 10n ** 20n, scale: 2 }, packed: false }
    const tape = filled([long, at(2n, 7), at(3n, 8)], 2)
    give(tape, at(4n, 9))
    expect(tape.latest(9).map(({ price }) => price.units)).toEqual([9n, 8n])
  })

  it('takes short numbers of an exact message as numbers', () => {
    const tape = new Tape()
    tape.recordExact(messageOf(at(-1n, 42)), 1)
    expect(tape.lastPriceUnits).toBe(42)
    expect(tape.tradeAt(0)?.executedAt).toBe(-1n)
  })
})
