import { canonical } from '../../base/decimal'
import type { BookMessage } from '../messages'
import type { PackedMessage } from '../packed'
import type { Ladder } from './ladder'
import { neededScale } from './units'
import { workspace } from './workspace'

export interface Scales {
  readonly price: number
  readonly amount: number
}

/** Removed levels are ignored. */
export function writtenScales(message: PackedMessage): Scales {
  const { priceScales, amounts, amountScales } = message
  const end = message.bids + message.asks
  let price = 0
  let amount = 0
  for (let index = 0; index < end; index += 1) {
    if (amounts[index] === 0) continue
    price = Math.max(price, priceScales[index]!)
    amount = Math.max(amount, amountScales[index]!)
  }
  return { price, amount }
}

/** Without trailing zeros. */
export function neededScales(message: PackedMessage): Scales {
  const { prices, priceScales, amounts, amountScales } = message
  const end = message.bids + message.asks
  let price = 0
  let amount = 0
  for (let index = 0; index < end; index += 1) {
    if (amounts[index] === 0) continue
    price = Math.max(price, neededScale(prices[index]!, priceScales[index]!))
    amount = Math.max(amount, neededScale(amounts[index]!, amountScales[index]!))
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

export function neededScalesOf(ladders: readonly Ladder[], scales: Scales): Scales {
  let price = 0
  let amount = 0
  for (const ladder of ladders) {
    ladder.gather()
    const { keys, amounts, count } = workspace
    for (let index = 0; index < count; index += 1) {
      price = Math.max(price, neededScale(keys[index]!, scales.price))
      amount = Math.max(amount, neededScale(amounts[index]!, scales.amount))
    }
  }
  return { price, amount }
}
