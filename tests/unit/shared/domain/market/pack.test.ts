import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decimal } from '#shared/domain/base/decimal'
import type { Level, MarketMessage } from '#shared/domain/market/messages'
import { packMessage } from '#shared/domain/market/pack'
import { canonicalMessage, sameMessage, unpackMessage } from '../../unpack'
import { book, nothing, PackedMessage } from '#shared/domain/market/packed'

const fits = 2n ** 53n

const decimal = (max: bigint) =>
  fc.record({
    units: fc.oneof(fc.bigInt(0n, 9999n), fc.bigInt(0n, max)),
    scale: fc.integer({ min: 0, max: 30 })
  })
const messages = (max: bigint): fc.Arbitrary<MarketMessage> => {
  const level = fc.record({ price: decimal(max), amount: decimal(max) })
  const time = fc.bigInt(-(10n ** 18n), 4n * 10n ** 18n)
  const levels = fc.array(level, { maxLength: 400, size: 'medium' })
  const market = fc.constantFrom('BTCUSD', 'ETHUSD')
  return fc.oneof(
    fc.record({
      kind: fc.constant('book' as const),
      market,
      snapshot: fc.boolean(),
      time,
      bids: levels,
      asks: levels
    }),
    fc
      .record({ market, executedAt: time, level })
      .map(({ market, executedAt, level }) => ({ kind: 'execution' as const, market, executedAt, ...level }))
  )
}

test('reads back packed messages', () => {
  const packed = new PackedMessage()
  fc.assert(
    fc.property(messages(fits - 1n), (message) => {
      expect(packMessage(message, 3, packed)).toBe(true)
      expect(packed.market).toBe(3)
      const again = unpackMessage(packed, message.market)
      expect(again).toEqual(canonicalMessage(message))
      expect(sameMessage(again, message)).toBe(true)
    })
  )
})

const value = ({ units, scale }: Decimal) => units * 10n ** BigInt(200 - scale)
const shortest = (units: bigint): bigint =>
  units !== 0n && units % 10n === 0n ? shortest(units / 10n) : units

test('refuses numbers that are too long without zeros', () => {
  const packed = new PackedMessage()
  const long = fc.record({
    units: fc
      .tuple(fc.bigInt(1n, 2n ** 60n), fc.integer({ min: 0, max: 30 }))
      .map(([units, zeros]) => units * 10n ** BigInt(zeros)),
    scale: fc.integer({ min: 31, max: 60 })
  })
  fc.assert(
    fc.property(long, fc.boolean(), (number, isPrice) => {
      const one = { units: 1n, scale: 0 }
      const level: Level = isPrice ? { price: number, amount: one } : { price: one, amount: number }
      const message: MarketMessage = {
        kind: 'book',
        market: 'BTCUSD',
        snapshot: false,
        time: 0n,
        bids: [],
        asks: [level]
      }
      const done = packMessage(message, 0, packed)
      expect(done).toBe(shortest(number.units) < fits)
      expect(packed.kind).toBe(done ? book : nothing)
      if (!done) return
      const again = unpackMessage(packed, 'BTCUSD') as typeof message
      expect(value(isPrice ? again.asks[0]!.price : again.asks[0]!.amount)).toBe(value(number))
    })
  )
})

test('keeps numbers as written', () => {
  const packed = new PackedMessage()
  const price = { units: 6100050n, scale: 2 }
  const amount = { units: 0n, scale: 8 }
  packMessage({ kind: 'execution', market: 'BTCUSD', price, amount, executedAt: -1n }, 0, packed)
  expect([packed.prices[0], packed.priceScales[0], packed.amounts[0], packed.amountScales[0]]).toEqual([
    6100050, 2, 0, 8
  ])
  expect([packed.seconds, packed.nanoseconds]).toEqual([-1, 999_999_999])
})

test('distinguishes different messages', () => {
  const level = { price: { units: 1n, scale: 0 }, amount: { units: 10n, scale: 1 } }
  const book: MarketMessage = {
    kind: 'book',
    market: 'A',
    snapshot: true,
    time: 5n,
    bids: [level],
    asks: []
  }
  const execution: MarketMessage = { kind: 'execution', market: 'A', executedAt: 5n, ...level }
  const spelled = { price: { units: 100n, scale: 2 }, amount: { units: 1n, scale: 0 } }
  expect(sameMessage(book, { ...book, bids: [spelled] })).toBe(true)
  expect(sameMessage(execution, { ...execution, ...spelled })).toBe(true)
  const other = { units: 2n, scale: 0 }
  for (const different of [
    execution,
    { ...book, market: 'B' },
    { ...book, snapshot: false },
    { ...book, time: 6n },
    { ...book, bids: [] },
    { ...book, bids: [], asks: [level] },
    { ...book, bids: [level, level] },
    { ...book, bids: [{ ...level, price: other }] },
    { ...book, bids: [{ ...level, amount: other }] }
  ]) {
    expect(sameMessage(book, different)).toBe(false)
    expect(sameMessage(different, book)).toBe(false)
  }
  for (const different of [
    { ...execution, market: 'B' },
    { ...execution, executedAt: 6n },
    { ...execution, price: other },
    { ...execution, amount: other }
  ]) {
    expect(sameMessage(execution, different)).toBe(false)
  }
})

test('grows for larger messages', () => {
  const packed = new PackedMessage()
  const levels = Array.from({ length: 700 }, (_, index) => ({
    price: { units: BigInt(10 * index + 1), scale: 1 },
    amount: { units: 1n, scale: 0 }
  }))
  const message: MarketMessage = {
    kind: 'book',
    market: 'A',
    snapshot: true,
    time: 0n,
    bids: levels,
    asks: levels
  }
  expect(packMessage(message, 0, packed)).toBe(true)
  expect(unpackMessage(packed, 'A')).toEqual(message)
})
