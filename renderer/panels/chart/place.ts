import type { ITimeScaleApi, Time } from 'lightweight-charts'
import type { Slots } from './slots'

export interface Place {
  /** Of a slot, in seconds since the epoch. */
  readonly start: number
  /** Slots from there to the right edge. */
  readonly room: number
  /** The length of a slot. */
  readonly seconds: number
}

/** The newest slot in view, by the time axis before it is changed. */
export function placeOf(time: ITimeScaleApi<Time>, seconds: number): Place | null {
  const shown = time.getVisibleRange()?.to
  const range = time.getVisibleLogicalRange()
  const index = shown === undefined ? null : time.timeToIndex(shown)
  if (index === null || !range) return null
  return { start: Number(shown), room: range.to - index, seconds }
}

/** Slots may have been added on both sides, or have another length. If there are none so far back, the oldest are shown. */
export function scrollToPlace(time: ITimeScaleApi<Time>, slots: Slots, place: Place): void {
  const range = time.getVisibleLogicalRange()
  if (!range) return
  const index = slots.indexAt(place.start + place.seconds - slots.seconds)
  const to = index < 0 ? Math.min(slots.all.length - 1, range.to - range.from) : index + place.room
  const by = to - range.to
  if (Math.abs(by) >= 0.01) time.scrollToPosition(time.scrollPosition() + by, false)
}
