import { limit, powers } from './units'

/** Slots of `step` units each, the first at `base`. */
export interface Layout {
  readonly base: number
  readonly step: number
  /** A power of two of at least 1024, or 0. */
  readonly slots: number
}

const fewestSlots = 1024
/** Half a megabyte per side: 65,536 steps are 655 dollars at a cent. */
const maxSlots = 65_536
/** Deep books may use up to two megabytes. */
const maxSlotsOfDeep = 262_144
const slotsPerLevel = 32
const samples = 32
const looks = 64

type KeyAt = (index: number) => number

/** Samples the keys; a wrong guess only costs time. */
export function seemsAscending(keyAt: KeyAt, count: number): boolean {
  const stride = Math.max(1, Math.floor(count / looks))
  let last = -Infinity
  for (let index = 0; index < count; index += stride) {
    const key = keyAt(index)
    if (key < last) return false
    last = key
  }
  return count === 0 || keyAt(count - 1) >= last
}

/**
 * For ascending keys. The outermost sixteenth of each end is ignored (at most eight of the best levels), so that a
 * stray price does not move or stretch the window.
 */
export function layoutFor(keyAt: KeyAt, count: number): Layout {
  if (count === 0) return { base: 0, step: 1, slots: 0 }
  const step = stepOf(keyAt, count)
  const lead = keyAt(Math.min(8, count >> 4))
  const tail = keyAt(count - 1 - (count >> 4))
  const extent = Math.ceil((tail - lead) / step) + 1
  const max = Math.max(maxSlots, Math.min(maxSlotsOfDeep, count * slotsPerLevel))
  let slots = fewestSlots
  while (slots < extent * 2 && slots * 2 <= max) slots *= 2
  if (slots * step > limit) return { base: lead, step, slots: 0 }
  // A quarter is reserved for the market to move into.
  const before = Math.min(slots >> 2, Math.max(slots >> 4, Math.floor((slots - extent) / 2)))
  const room = Math.min(before, Math.floor((limit + lead) / step))
  return { base: lead - room * step, step, slots }
}

/**
 * The coarsest usual step (1, 2, 2.5 or 5 times a power of ten) that nearly all sampled keys are multiples of. Other
 * keys are kept beside the window.
 */
function stepOf(keyAt: KeyAt, count: number): number {
  const stride = Math.max(1, Math.floor(count / samples))
  const taken = Math.min(count, samples)
  const tolerated = taken >> 4
  const largest = Math.max(Math.abs(keyAt(0)), Math.abs(keyAt(count - 1)))
  for (let power = 15; power > 0; power -= 1) {
    const ten = powers[power]!
    if (ten > largest) continue
    if (offStep(keyAt, stride, taken, ten / 2, tolerated)) {
      if (power > 1 && !offStep(keyAt, stride, taken, ten / 4, tolerated)) return ten / 4
      if (!offStep(keyAt, stride, taken, ten / 5, tolerated)) return ten / 5
      continue
    }
    return offStep(keyAt, stride, taken, ten, tolerated) ? ten / 2 : ten
  }
  return 1
}

function offStep(keyAt: KeyAt, stride: number, taken: number, step: number, tolerated: number): boolean {
  let off = 0
  for (let index = 0; index < taken; index += 1) {
    const key = keyAt(index * stride)
    if (Math.round(key / step) * step !== key) {
      off += 1
      if (off > tolerated) return true
    }
  }
  return false
}
