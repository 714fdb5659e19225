import type { Level } from '../messages'
import type { PackedMessage } from '../packed'
import type { Ladder } from './ladder'
import type { Scales } from './scales'
import { decimalUnitsAt, unitsAt } from './units'
import { workspace } from './workspace'

/** Writes levels of a message to the workspace as keys of a ladder; false when one does not fit the scales. */
export function fill(
  message: PackedMessage,
  from: number,
  to: number,
  sign: 1 | -1,
  { price, amount }: Scales
): boolean {
  workspace.reserve(to - from)
  const { prices, priceScales, amounts, amountScales } = message
  for (let place = from; place < to; place += 1) {
    const key = unitsAt(prices[place]!, priceScales[place]!, price)
    const size = unitsAt(amounts[place]!, amountScales[place]!, amount)
    if (!Number.isNaN(key) && !Number.isNaN(size)) workspace.add(sign * key, size)
    // What is taken away at a price that cannot be written was never there.
    else if (size !== 0) return false
  }
  return true
}

export function fillExact(levels: readonly Level[], sign: 1 | -1, scales: Scales): boolean {
  workspace.reserve(levels.length)
  for (const { price, amount } of levels) {
    const key = decimalUnitsAt(price, scales.price)
    const size = decimalUnitsAt(amount, scales.amount)
    if (!Number.isNaN(key) && !Number.isNaN(size)) workspace.add(sign * key, size)
    else if (size !== 0) return false
  }
  return true
}

/** The same for the levels of a ladder that move from some scales to others. */
export function refill(ladder: Ladder, from: Scales, to: Scales): boolean {
  ladder.gather()
  const { keys, amounts, count } = workspace
  for (let place = 0; place < count; place += 1) {
    keys[place] = unitsAt(keys[place]!, from.price, to.price)
    amounts[place] = unitsAt(amounts[place]!, from.amount, to.amount)
    if (Number.isNaN(keys[place]) || Number.isNaN(amounts[place])) return false
  }
  return true
}
