import type { RangeTimes } from '../../lib/state/shared-ranges'
import type { Slots } from './slots'

/** Of slots, the way the library counts: both are in view as a whole. */
interface LogicalRange {
  readonly from: number
  readonly to: number
}

type Axis = Pick<Slots, 'all' | 'seconds' | 'indexAt'>

/** A narrower range would be less than the library's widest candles show. */
const minSlots = 2

/** The times at both edges; null without candles. */
export function timesOf(axis: Axis, { from, to }: LogicalRange): RangeTimes | null {
  const [first, last] = [timeAt(axis, from), timeAt(axis, to + 1)]
  return first === null || last === null || first >= last ? null : { from: first, to: last }
}

/** Null without candles. */
export function logicalRangeOf(axis: Axis, times: RangeTimes): LogicalRange | null {
  const [first, last] = [edgeAt(axis, times.from), edgeAt(axis, times.to)]
  if (first === null || last === null) return null
  const missing = Math.max(0, minSlots - (last - first)) / 2
  return { from: first - missing, to: last + missing - 1 }
}

/** An edge is counted in slots from the left of the first one. */
function timeAt({ all, seconds }: Axis, edge: number): number | null {
  const index = Math.min(all.length - 1, Math.max(0, Math.floor(edge)))
  const slot = all[index]
  return slot ? slot.start + (edge - index) * seconds : null
}

function edgeAt(axis: Axis, time: number): number | null {
  const { all, seconds } = axis
  const index = Math.max(0, axis.indexAt(time))
  const slot = all[index]
  if (!slot) return null
  const share = (time - slot.start) / seconds
  // A folded time is at the slot after the fold.
  return index + (index > 0 ? Math.max(0, share) : share)
}
