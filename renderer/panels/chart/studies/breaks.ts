import { isStep } from '../gaps'
import type { Slots } from '../slots'

/** Trades may be missing at this slot, or in the fold before it. */
export function isBreak(slots: Slots, index: number): boolean {
  const { start, candle, seen, folded } = slots.all[index]!
  if (folded > 0 && slots.seenOfFold(index) !== 'whole') return true
  if (seen === 'whole' || candle) return false
  return !isStep(slots.steps, start * 1000, (start + slots.seconds) * 1000)
}
