import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals } from '#shared/domain/base/decimal'
import { Tape, TradeRows, unknownConfidence, type Inference } from '#shared/domain/market/tape/index'
import { give, messageOf, plain, someTrades, type KnownTrade } from '../candles/truth'

const filled = (trades: readonly KnownTrade[], capacity?: number) => {
  const tape = new Tape(capacity)
  for (const trade of trades) give(tape, trade)
  return tape
}

const shown = ({ time, price, amount, inference }: KnownTrade, arrival: number) => ({
  arrival,
  executedAt: time,
  ahead: 0,
  price,
  amount,
  aggressor: ['unknown', 'buy', 'sell', 'buy', 'sell'][inference],
  basis: ['none', 'book-ask', 'book-bid', 'tick', 'tick'][inference],
  confidence: unknownConfidence
})

const at = (time: bigint, price = 1, inference: Inference = 0): KnownTrade => ({
  time,
  price: { units: BigInt(price), scale: 0 },
  amount: { units: 1n, scale: 0 },
  inference,
  packed: true
})

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
  it('keeps the last trades in order of arrival', () => {
    fc.assert(
      fc.property(
        someTrades({ max: 80 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 90 }),
        (trades, capacity, since) => {
          const tape = filled(trades, capacity)
          const dropped = Math.max(trades.length - capacity, 0)
          const kept = trades.slice(dropped)
          const all = kept.map((trade, index) => shown(trade, index + dropped))
          expect([tape.arrivals, tape.count]).toEqual([trades.length, kept.length])
          expect(plain(all.map(({ arrival }) => tape.tradeAt(arrival)))).toEqual(plain(all))
          expect(plain(tape.lastPrice)).toBe(plain(all.at(-1)!.price))
          const other = kept.findLast(({ price }) => compareDecimals(price, all.at(-1)!.price) !== 0)
          expect(tape.move).toBe(other ? compareDecimals(all.at(-1)!.price, other.price) : 0)

          const rows = new TradeRows(20)
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

  it('keeps equal trades', () => {
    const tape = filled([at(5n), at(5n)])
    expect([tape.count, tape.tradeAt(0)?.executedAt, tape.tradeAt(1)?.executedAt]).toEqual([2, 5n, 5n])
  })

  it('keeps the offset of each trade', () => {
    const tape = new Tape(2)
    tape.record(10, 0, 7, 0, 1, 0, 0, 3_600_000)
    tape.recordExact(messageOf(at(11n)), 0, 5000)
    const rows = new TradeRows(2)
    tape.readSince(0, rows)
    expect([...rows.aheads]).toEqual([3_600_000, 5000])
    give(tape, at(12n))
    expect([tape.tradeAt(1)?.ahead, tape.tradeAt(2)?.ahead]).toEqual([5000, 0])
  })

  it('keeps the confidence of each side', () => {
    const tape = new Tape(3)
    tape.record(10, 0, 7, 0, 1, 0, 3, 0, 87)
    tape.recordExact(messageOf(at(11n)), 1, 0, 0)
    tape.recordExact({ ...messageOf(at(12n)), price: { units: 2n ** 70n, scale: 0 } }, 2, 0, 100)
    give(tape, at(13n))
    const rows = new TradeRows(3)
    tape.readSince(0, rows)
    expect([...rows.confidences]).toEqual([0, 100, unknownConfidence])
    expect([1, 2, 3].map((arrival) => tape.tradeAt(arrival)?.confidence)).toEqual([0, 100, unknownConfidence])
  })

  it('returns nothing for missing trades', () => {
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
    expect([tape.readSince(0, rows), tape.count, tape.move]).toEqual([0, 0, 0])
  })

  it('reads up to a limit', () => {
    const tape = filled([at(1n), at(2n), at(3n)])
    const rows = new TradeRows(5)
    expect([tape.readSince(0, rows, 2), rows.arrivals[0]]).toEqual([2, 1])
    expect(tape.readSince(7, rows)).toBe(0)
  })

  it('keeps short numbers despite one long number', () => {
    const dust: KnownTrade = { ...at(1n), amount: { units: 1n, scale: 15 } }
    const normal: KnownTrade = { ...at(2n), amount: { units: 123_456n, scale: 3 } }
    for (const trades of [
      [dust, normal],
      [normal, dust]
    ]) {
      const tape = filled(trades)
      const rows = new TradeRows(2)
      tape.readSince(0, rows)
      const [odd, usual] = trades[0] === dust ? [0, 1] : [1, 0]
      expect(rows.amounts[usual]! / 10 ** rows.amountScale).toBe(123.456)
      expect(rows.amounts[odd]).toBeNaN()
      expect(plain(tape.tradeAt(odd)!.amount)).toBe('1e-15')
    }
  })

  it('drops a long number with its trade', () => {
    const long: KnownTrade = { ...at(1n), price: { units: 10n ** 20n, scale: 2 }, packed: false }
    const tape = filled([long, at(2n, 7), at(3n, 8)], 2)
    give(tape, at(4n, 9))
    expect([2, 3].map((arrival) => tape.tradeAt(arrival)?.price.units)).toEqual([8n, 9n])
  })

  it('stores short exact numbers as numbers', () => {
    const tape = new Tape()
    tape.recordExact(messageOf(at(-1n, 42)), 1)
    expect(tape.lastPriceUnits).toBe(42)
    expect(tape.tradeAt(0)?.executedAt).toBe(-1n)
  })
})
