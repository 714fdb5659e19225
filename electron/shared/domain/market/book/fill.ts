import type { Level } from '../messages'
import type { PackedMessage } from '../packed'
import type { Ladder } from './ladder'
import type { Scales } from './scales'
import { decimalUnitsAt, unitsAt } from './units'
import { workspace } from './workspace'

/** Writes levels as keys into the workspace; false if one does not fit the scales. */
export function fill(
  message: PackedMessage,
  from: number,
  to: number,
  sign: 1 | -1,
  { price, amount }: Scales
): boolean {
  workspace.reserve(to - from)
  const { prices, priceScales, amounts, amountScales } = message
  for (let index = from; index < to; index += 1) {
    const key = unitsAt(prices[index]!, priceScales[index]!, price)
    const size = unitsAt(amounts[index]!, amountScales[index]!, amount)
    if (!Number.isNaN(key) && !Number.isNaN(size)) workspace.add(sign * key, size)
    // Removing a price that cannot be represented is a no-op.
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

/** Converts a ladder's levels to other scales. */
export function refill(ladder: Ladder, from: Scales, to: Scales): boolean {
  ladder.gather()
  const { keys, amounts, count } = workspace
  for (let index = 0; index < count; index += 1) {
    keys[index] = unitsAt(keys[index]!, from.price, to.price)
    amounts[index] = unitsAt(amounts[index]!, from.amount, to.amount)
    if (Number.isNaN(keys[index]) || Number.isNaN(amounts[index])) return false
  }
  return true
}
