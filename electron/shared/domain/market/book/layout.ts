import { limit, powers } from './units'

/** Where a ladder's window lies: slots of `step` units each, the first at `base`. */
export interface Layout {
  readonly base: number
  readonly step: number
  /** A power of two of at least 1024, or none. */
  readonly slots: number
}

const fewestSlots = 1024
/** Half a megabyte of sizes for a side: 65 536 steps are 655 dollars at a cent, 32 768 at a half. */
const maxSlots = 65_536
/** Deep books may have more, as far as their levels are worth it: two megabytes at most. */
const maxSlotsOfDeep = 262_144
const slotsPerLevel = 32
const samples = 32
const looks = 64

/** The keys of a side, however they are kept. */
type KeyAt = (index: number) => number

/** Whether the keys ascend, as far as a look at some of them tells: a wrong guess costs time alone. */
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
 * For keys in ascending order, the best first. A stray price far from the market must not drag the window with it,
 * nor stretch it, so the outermost sixteenth of each end (at most eight levels of the best ones) has no say.
 */
export function layoutFor(keyAt: KeyAt, count: number): Layout {
  if (count === 0) return { base: 0, step: 1, slots: 0 }
  const step = stepOf(keyAt, count)
  const lead = keyAt(Math.min(8, count >> 4))
  const tail = keyAt(count - 1 - (count >> 4))
  const extent = Math.ceil((tail - lead) / step) + 1
  const most = Math.max(maxSlots, Math.min(maxSlotsOfDeep, count * slotsPerLevel))
  let slots = fewestSlots
  while (slots < extent * 2 && slots * 2 <= most) slots *= 2
  if (slots * step > limit) return { base: lead, step, slots: 0 }
  // A quarter is for the market to move into before the window has to follow.
  const before = Math.min(slots >> 2, Math.max(slots >> 4, Math.floor((slots - extent) / 2)))
  const room = Math.min(before, Math.floor((limit + lead) / step))
  return { base: lead - room * step, step, slots }
}

/**
 * The coarsest of the usual price steps (1, 2, 2.5 or 5 times a power of ten) that nearly all of a sample are multiples
 * of. The rest, and what comes later off the step, is kept beside the ladder, so a wrong guess costs time alone.
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
