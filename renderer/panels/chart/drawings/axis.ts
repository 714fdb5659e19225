import type { Slots } from '../slots'

export type SlotAxis = Pick<Slots, 'all' | 'seconds' | 'indexAt'>

/** The slot of a time in milliseconds since the epoch, counted on beyond the loaded ones; null without any. */
export function slotOf(axis: SlotAxis, at: number): number | null {
  const { all, seconds } = axis
  const first = all[0]
  const last = all.at(-1)
  if (!first || !last) return null
  const time = at / 1000
  if (time < first.start) return Math.floor((time - first.start) / seconds)
  if (time >= last.start) return all.length - 1 + Math.floor((time - last.start) / seconds)
  return axis.indexAt(time)
}

/** When a slot starts, in milliseconds since the epoch. */
export function startOf({ all, seconds }: Pick<SlotAxis, 'all' | 'seconds'>, slot: number): number | null {
  const first = all[0]
  const last = all.at(-1)
  if (!first || !last) return null
  if (slot < 0) return (first.start + slot * seconds) * 1000
  return (all[slot]?.start ?? last.start + (slot - all.length + 1) * seconds) * 1000
}
