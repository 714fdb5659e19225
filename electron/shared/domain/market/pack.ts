import { canonical, type Decimal, decimalOfUnits } from '../base/decimal'
import { nanosecondsInSecond, type Nanoseconds } from '../base/time'
import type { Level, MarketMessage } from './messages'
import { book, execution, nothing, type PackedMessage } from './packed'

const limit = 2n ** 53n

/** As it was written where that fits, and otherwise without the trailing zeros that keep it from fitting. */
function fitting(value: Decimal): Decimal | null {
  let { units, scale } = value
  while (units >= limit && scale > 0 && units % 10n === 0n) {
    units /= 10n
    scale -= 1
  }
  return units >= 0n && units < limit && scale <= 255 ? { units, scale } : null
}

/** False when a number is too long to be packed; what is in `into` is then no message. */
export function packMessage(message: MarketMessage, market: number, into: PackedMessage): boolean {
  into.kind = nothing
  const time = message.kind === 'book' ? message.time : message.executedAt
  const beyond = ((time % nanosecondsInSecond) + nanosecondsInSecond) % nanosecondsInSecond
  into.market = market
  into.seconds = Number((time - beyond) / nanosecondsInSecond)
  into.nanoseconds = Number(beyond)
  if (message.kind === 'execution') {
    if (!packLevel(message, 0, into)) return false
    into.snapshot = false
    into.bids = 0
    into.asks = 0
    into.kind = execution
    return true
  }
  const { bids, asks } = message
  into.grow(bids.length + asks.length)
  for (const [index, level] of bids.entries()) if (!packLevel(level, index, into)) return false
  for (const [index, level] of asks.entries()) if (!packLevel(level, bids.length + index, into)) return false
  into.snapshot = message.snapshot
  into.bids = bids.length
  into.asks = asks.length
  into.kind = book
  return true
}

function packLevel(level: Level, index: number, into: PackedMessage): boolean {
  const price = fitting(level.price)
  const amount = fitting(level.amount)
  if (!price || !amount) return false
  into.prices[index] = Number(price.units)
  into.priceScales[index] = price.scale
  into.amounts[index] = Number(amount.units)
  into.amountScales[index] = amount.scale
  return true
}

/** The message of a packed one, with canonical decimals; `name` is what its market is registered as. */
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

/** The same message with every decimal without trailing zeros: one spelling for each number. */
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

/** Whether two messages say the same, however they spell their numbers. */
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
