import fc from 'fast-check'
import { addDecimals, compareDecimals, type Decimal } from '#shared/domain/base/decimal'
import type { Candle, CandleBook } from '#shared/domain/market/candles/index'
import type { ExecutionMessage } from '#shared/domain/market/messages'
import { aggressorOf, type Inference } from '#shared/domain/market/tape/index'

export interface KnownTrade {
  readonly time: bigint
  readonly price: Decimal
  readonly amount: Decimal
  readonly inference: Inference
  readonly packed: boolean
}

interface Recorder {
  record: CandleBook['record']
  recordExact: CandleBook['recordExact']
}

const second = 1_000_000_000n

export const floorTo = (time: bigint, length: bigint) => {
  const rest = time % length
  return time - (rest < 0n ? rest + length : rest)
}

export function give(to: Recorder, trade: KnownTrade): void {
  const { time, price, amount, inference } = trade
  const fits = (value: Decimal) => value.units < 2n ** 53n
  if (trade.packed && fits(price) && fits(amount)) {
    const seconds = floorTo(time, second)
    to.record(
      Number(seconds / second),
      Number(time - seconds),
      Number(price.units),
      price.scale,
      Number(amount.units),
      amount.scale,
      inference
    )
  } else {
    to.recordExact(messageOf(trade), inference)
  }
}

export const messageOf = ({ time, price, amount }: KnownTrade): ExecutionMessage => ({
  kind: 'execution',
  market: 'BTCUSD',
  price,
  amount,
  executedAt: time
})

export const inTime = (trades: readonly KnownTrade[]) =>
  trades
    .map((trade, arrival) => ({ trade, arrival }))
    .sort((a, b) =>
      a.trade.time === b.trade.time ? a.arrival - b.arrival : a.trade.time < b.trade.time ? -1 : 1
    )

const zero: Decimal = { units: 0n, scale: 0 }
export const sumOf = (values: readonly Decimal[]) => values.reduce(addDecimals, zero)
export const product = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale
})

/** From scratch, `before` exclusive. */
export function candleOf(trades: readonly KnownTrade[], from: bigint, to: bigint): Candle | null {
  const own = inTime(trades)
    .map(({ trade }) => trade)
    .filter(({ time }) => time >= from && time < to)
  const first = own[0]
  const last = own.at(-1)
  if (!first || !last) return null
  const byPrice = own.map(({ price }) => price).sort(compareDecimals)
  const of = (side: string) => own.filter(({ inference }) => aggressorOf(inference) === side)
  return {
    start: Number(from / second),
    open: first.price,
    high: byPrice.at(-1)!,
    low: byPrice[0]!,
    close: last.price,
    openAt: first.time,
    closeAt: last.time,
    volume: sumOf(own.map(({ amount }) => amount)),
    buyVolume: sumOf(of('buy').map(({ amount }) => amount)),
    sellVolume: sumOf(of('sell').map(({ amount }) => amount)),
    notional: sumOf(own.map(({ price, amount }) => product(price, amount))),
    trades: own.length
  }
}

export function candlesOf(trades: readonly KnownTrade[], seconds: number): Candle[] {
  const length = BigInt(seconds) * second
  const starts = [...new Set(trades.map(({ time }) => floorTo(time, length)))].sort((a, b) =>
    a < b ? -1 : 1
  )
  return starts.map((start) => candleOf(trades, start, start + length)!)
}

/** Without trailing zeros. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if ('units' in value && 'scale' in value) {
    let { units, scale } = value as Decimal
    while (scale > 0 && units % 10n === 0n) {
      units /= 10n
      scale -= 1
    }
    return `${units}e-${scale}`
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]))
}

const decimal = (digits: number, scales: fc.Arbitrary<number>): fc.Arbitrary<Decimal> =>
  fc.record({ units: fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }), scale: scales })

/** From typical numbers to 18 digits without a common scale. */
const numbers = fc.oneof(
  { weight: 3, arbitrary: decimal(8, fc.constant(2)) },
  { weight: 2, arbitrary: decimal(12, fc.constantFrom(0, 2, 5)) },
  { weight: 1, arbitrary: decimal(18, fc.integer({ min: 0, max: 18 })) },
  { weight: 1, arbitrary: fc.constant({ units: 1n, scale: 18 }) }
)
/** Consistent within a market. */
const numbersOfMarket = fc.constantFrom('plain', 'long', 'any').map((kind) => {
  if (kind === 'plain') return decimal(9, fc.constant(4))
  return kind === 'long' ? decimal(18, fc.constantFrom(9, 15, 18)) : numbers
})

const steps = [0n, 1n, 999_999_999n, second, 7n * second, 61n * second, 3601n * second, 86_400n * second]
const origin = 1_732_147_199n * second

/** In any order around midnight UTC. */
export const someTrades = (
  { max, widest = steps.length }: { max: number; widest?: number } = { max: 60 }
): fc.Arbitrary<KnownTrade[]> =>
  fc.tuple(numbersOfMarket, numbersOfMarket).chain(([prices, amounts]) =>
    fc.array(
      fc.record({
        time: fc
          .tuple(fc.constantFrom(...steps.slice(0, widest)), fc.integer({ min: -3, max: 6 }))
          .map(([step, times]) => origin + step * BigInt(times)),
        price: prices,
        amount: amounts,
        inference: fc.constantFrom<Inference>(0, 1, 2, 3, 4),
        packed: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0)
      }),
      { minLength: 1, maxLength: max, size: 'max' }
    )
  )
