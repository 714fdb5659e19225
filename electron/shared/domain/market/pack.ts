import type { Decimal } from '../base/decimal'
import { nanosecondsInSecond } from '../base/time'
import type { Level, MarketMessage } from './messages'
import { book, execution, nothing, type PackedMessage } from './packed'

const limit = 2n ** 53n

/** As written if it fits, else without trailing zeros. */
function fitting(value: Decimal): Decimal | null {
  let { units, scale } = value
  while (units >= limit && scale > 0 && units % 10n === 0n) {
    units /= 10n
    scale -= 1
  }
  return units >= 0n && units < limit && scale <= 255 ? { units, scale } : null
}

/** False if a number is too long; `into` is then undefined. */
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

/** The message, as it was before it was packed; null if there is none. */
export function unpackMessage(packed: PackedMessage, market: string): MarketMessage | null {
  const time = BigInt(packed.seconds) * nanosecondsInSecond + BigInt(packed.nanoseconds)
  if (packed.kind === execution)
    return { kind: 'execution', market, executedAt: time, ...unpackLevel(packed, 0) }
  if (packed.kind !== book) return null
  const { bids, asks, snapshot } = packed
  const levels = Array.from({ length: bids + asks }, (_, index) => unpackLevel(packed, index))
  return { kind: 'book', market, snapshot, time, bids: levels.slice(0, bids), asks: levels.slice(bids) }
}

const unpackLevel = (
  { prices, priceScales, amounts, amountScales }: PackedMessage,
  index: number
): Level => ({
  price: { units: BigInt(prices[index]!), scale: priceScales[index]! },
  amount: { units: BigInt(amounts[index]!), scale: amountScales[index]! }
})
