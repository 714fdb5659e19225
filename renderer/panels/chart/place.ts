import type { ITimeScaleApi, Time } from 'lightweight-charts'
import type { Slots } from './slots'

interface Place {
  /** Of a slot, in seconds since the epoch. */
  readonly start: number
  /** Slots from there to the right edge. */
  readonly room: number
}

/** The newest slot in view, by the time axis before it is changed. */
export function placeOf(time: ITimeScaleApi<Time>): Place | null {
  const shown = time.getVisibleRange()?.to
  const range = time.getVisibleLogicalRange()
  const index = shown === undefined ? null : time.timeToIndex(shown)
  if (index === null || !range) return null
  return { start: Number(shown), room: range.to - index }
}

/** Slots may have been added on both sides. */
export function scrollToPlace(time: ITimeScaleApi<Time>, slots: Slots, { start, room }: Place): void {
  const range = time.getVisibleLogicalRange()
  const index = slots.indexAt(start)
  const by = range && index >= 0 ? index + room - range.to : 0
  if (Math.abs(by) >= 0.01) time.scrollToPosition(time.scrollPosition() + by, false)
}
