import { canonical } from '../../base/decimal'
import type { BookMessage } from '../messages'
import type { PackedMessage } from '../packed'
import type { Ladder } from './ladder'
import { neededScale } from './units'
import { workspace } from './workspace'

/** Fraction digits of the numbers of a book. */
export interface Scales {
  readonly price: number
  readonly amount: number
}

/** The most fraction digits that were written. What is taken away says nothing about the book that remains. */
export function writtenScales(message: PackedMessage): Scales {
  const { priceScales, amounts, amountScales } = message
  const end = message.bids + message.asks
  let price = 0
  let amount = 0
  for (let place = 0; place < end; place += 1) {
    if (amounts[place] === 0) continue
    price = Math.max(price, priceScales[place]!)
    amount = Math.max(amount, amountScales[place]!)
  }
  return { price, amount }
}

/** The most fraction digits that are left without trailing zeros. */
export function neededScales(message: PackedMessage): Scales {
  const { prices, priceScales, amounts, amountScales } = message
  const end = message.bids + message.asks
  let price = 0
  let amount = 0
  for (let place = 0; place < end; place += 1) {
    if (amounts[place] === 0) continue
    price = Math.max(price, neededScale(prices[place]!, priceScales[place]!))
    amount = Math.max(amount, neededScale(amounts[place]!, amountScales[place]!))
  }
  return { price, amount }
}

export function scalesOf(message: BookMessage, trimmed: boolean): Scales {
  let price = 0
  let amount = 0
  for (const side of [message.bids, message.asks]) {
    for (const level of side) {
      if (level.amount.units === 0n) continue
      price = Math.max(price, (trimmed ? canonical(level.price) : level.price).scale)
      amount = Math.max(amount, (trimmed ? canonical(level.amount) : level.amount).scale)
    }
  }
  return { price, amount }
}

/** What the levels of ladders need that are kept at some scales. */
export function neededScalesOf(ladders: readonly Ladder[], scales: Scales): Scales {
  let price = 0
  let amount = 0
  for (const ladder of ladders) {
    ladder.gather()
    const { keys, amounts, count } = workspace
    for (let place = 0; place < count; place += 1) {
      price = Math.max(price, neededScale(keys[place]!, scales.price))
      amount = Math.max(amount, neededScale(amounts[place]!, scales.amount))
    }
  }
  return { price, amount }
}
