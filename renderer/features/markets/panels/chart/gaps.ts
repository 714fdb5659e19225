import { formatAge } from '../../../../lib/format/time'
import type { Seen } from './seen'
import type { Slots } from './slots'

/** Places from `from` up to, not including, `to`. A fold lies before the place `from`. */
export interface Gap {
  readonly kind: 'gap' | 'fold'
  readonly from: number
  readonly to: number
  /** How many places a fold stands for. */
  readonly folded: number
}

/** What is to be marked between two places of the axis: time that nobody watched, and time that is folded away. */
export function gapsOf({ all }: Pick<Slots, 'all'>, from: number, to: number): Gap[] {
  const gaps: Gap[] = []
  let begun = -1
  const last = Math.min(all.length - 1, to)
  for (let index = Math.max(0, from); index <= last; index += 1) {
    const { seen, candle, folded } = all[index]!
    // A place that was watched in part but has no candle is not a place without a trade.
    const blind = seen === 'none' || (seen === 'part' && !candle)
    if (blind && begun < 0) begun = index
    if (!blind && begun >= 0) {
      gaps.push({ kind: 'gap', from: begun, to: index, folded: 0 })
      begun = -1
    }
    if (folded > 0) gaps.push({ kind: 'fold', from: index, to: index, folded })
  }
  if (begun >= 0) gaps.push({ kind: 'gap', from: begun, to: last + 1, folded: 0 })
  return gaps
}

const saidOfFold: Readonly<Record<Seen, string>> = {
  whole: 'without a trade',
  part: 'without a trade, not all of it recorded',
  none: 'not recorded'
}

export const foldText = (seconds: number, seen: Seen) => `${formatAge(seconds * 1000)} ${saidOfFold[seen]}`
