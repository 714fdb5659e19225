import { canonical, type Decimal, decimalOfUnits } from '#shared/domain/base/decimal'
import { nanosecondsInSecond, type Nanoseconds } from '#shared/domain/base/time'
import type { Level, MarketMessage } from '#shared/domain/market/messages'
import { execution, type PackedMessage } from '#shared/domain/market/packed'

/** With canonical decimals. */
export function unpackMessage(packed: PackedMessage, name: string): MarketMessage {
  const time: Nanoseconds = BigInt(packed.seconds) * nanosecondsInSecond + BigInt(packed.nanoseconds)
  if (packed.kind === execution) {
    return { kind: 'execution', market: name, ...unpackLevel(packed, 0), executedAt: time }
  }
  const levels = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => unpackLevel(packed, from + index))
  return {
    kind: 'book',
    market: name,
    snapshot: packed.snapshot,
    time,
    bids: levels(0, packed.bids),
    asks: levels(packed.bids, packed.asks)
  }
}

const unpackLevel = (packed: PackedMessage, index: number): Level => ({
  price: decimalOfUnits(packed.prices[index]!, packed.priceScales[index]!),
  amount: decimalOfUnits(packed.amounts[index]!, packed.amountScales[index]!)
})

export function canonicalMessage(message: MarketMessage): MarketMessage {
  const level = ({ price, amount }: Level): Level => ({ price: canonical(price), amount: canonical(amount) })
  if (message.kind === 'execution') return { ...message, ...level(message) }
  return { ...message, bids: message.bids.map(level), asks: message.asks.map(level) }
}

const sameDecimal = (one: Decimal, other: Decimal) => one.units === other.units && one.scale === other.scale

const sameLevels = (one: readonly Level[], other: readonly Level[]) =>
  one.length === other.length &&
  one.every(({ price, amount }, index) => {
    const against = other[index]!
    return sameDecimal(price, against.price) && sameDecimal(amount, against.amount)
  })

/** Ignores spelling. */
export function sameMessage(one: MarketMessage, other: MarketMessage): boolean {
  const left = canonicalMessage(one)
  const right = canonicalMessage(other)
  if (left.market !== right.market) return false
  if (left.kind === 'execution' || right.kind === 'execution') {
    return (
      left.kind === 'execution' &&
      right.kind === 'execution' &&
      left.executedAt === right.executedAt &&
      sameLevels([left], [right])
    )
  }
  return (
    left.snapshot === right.snapshot &&
    left.time === right.time &&
    sameLevels(left.bids, right.bids) &&
    sameLevels(left.asks, right.asks)
  )
}
