import { expect } from 'vitest'
import { formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import type { BookMessage, Level } from '#shared/domain/market/messages'
import { packMessage } from '#shared/domain/market/pack'
import { PackedMessage } from '#shared/domain/market/packed'

export type Pairs = readonly (readonly [price: string, amount: string])[]

export const start = 1_790_000_000_000_000_000n
export const level = ([price, amount]: readonly [string, string]): Level => ({
  price: parseDecimal(price)!,
  amount: parseDecimal(amount)!
})
/** `at` in microseconds from the start; odd ones are packed. */
export function message(
  snapshot: boolean,
  at: number,
  bids: Pairs,
  asks: Pairs
): BookMessage | PackedMessage {
  const exact: BookMessage = {
    kind: 'book',
    market: 'BTCUSD',
    snapshot,
    time: start + BigInt(at) * 1000n,
    bids: bids.map(level),
    asks: asks.map(level)
  }
  if (at % 2 === 0) return exact
  const packed = new PackedMessage()
  expect(packMessage(exact, 0, packed)).toBe(true)
  return packed
}

export const texts = (levels: readonly Level[]) =>
  levels.map(({ price, amount }) => [formatDecimal(price), formatDecimal(amount)])
