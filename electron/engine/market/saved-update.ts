import * as v from 'valibot'
import { formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import type { BookMessage, Level } from '#shared/domain/market/messages'
import { book, PackedMessage } from '#shared/domain/market/packed'
import { savedCount, savedWhole as whole } from './saved'

const maxLevels = 200_000
const scale = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const decimal = v.pipe(v.string(), v.maxLength(1000), v.regex(/^-?\d+(\.\d+)?$/))

/** A packed message, or one with numbers too long for it. Bids come first. */
export const savedUpdate = v.union([
  v.object({
    seconds: whole,
    nanoseconds: whole,
    bids: savedCount,
    /** Price, its scale, amount, its scale. */
    levels: v.pipe(v.array(v.tuple([whole, scale, whole, scale])), v.maxLength(maxLevels))
  }),
  v.object({
    time: v.pipe(v.string(), v.regex(/^-?\d{1,30}$/)),
    bids: savedCount,
    levels: v.pipe(v.array(v.tuple([decimal, decimal])), v.maxLength(maxLevels))
  })
])
type SavedUpdate = v.InferOutput<typeof savedUpdate>

export function saveUpdate(update: PackedMessage | BookMessage): SavedUpdate {
  if (update instanceof PackedMessage) {
    const { seconds, nanoseconds, bids, asks, prices, priceScales, amounts, amountScales } = update
    const levels = Array.from({ length: bids + asks }, (_, index): [number, number, number, number] => [
      prices[index]! + 0,
      priceScales[index]!,
      amounts[index]! + 0,
      amountScales[index]!
    ])
    return { seconds, nanoseconds, bids, levels }
  }
  const levels = [...update.bids, ...update.asks].map(({ price, amount }): [string, string] => [
    formatDecimal(price),
    formatDecimal(amount)
  ])
  return { time: String(update.time), bids: update.bids.length, levels }
}

export function restoreUpdate(saved: SavedUpdate): PackedMessage | BookMessage {
  if ('time' in saved) {
    const levels = saved.levels.map(([price, amount]): Level => ({
      price: parseDecimal(price)!,
      amount: parseDecimal(amount)!
    }))
    const [bids, asks] = [levels.slice(0, saved.bids), levels.slice(saved.bids)]
    return { kind: 'book', market: '', snapshot: false, time: BigInt(saved.time), bids, asks }
  }
  const { seconds, nanoseconds, levels } = saved
  const packed = new PackedMessage(levels.length)
  packed.kind = book
  packed.seconds = seconds
  packed.nanoseconds = nanoseconds
  packed.bids = Math.min(saved.bids, levels.length)
  packed.asks = levels.length - packed.bids
  for (const [index, [price, priceScale, amount, amountScale]] of levels.entries()) {
    packed.prices[index] = price
    packed.priceScales[index] = priceScale
    packed.amounts[index] = amount
    packed.amountScales[index] = amountScale
  }
  return packed
}
