import { chartText } from '../../messages/panels/chart'
import { clockStepText } from '../../lib/format/clock-offset'
import { formatDuration } from '../../lib/format/duration'
import type { Seen } from './seen'
import type { Slot, Slots } from './slots'

/** `to` is exclusive. A fold lies before `from`. */
export interface Gap {
  readonly kind: 'gap' | 'fold'
  readonly from: number
  readonly to: number
  /** The number of folded slots. */
  readonly folded: number
}

/** Unrecorded or folded time. */
export function gapsOf(
  { all }: Pick<Slots, 'all'>,
  from: number,
  to: number,
  isBlind: (index: number) => boolean = (index) => isUnrecorded(all[index]!)
): Gap[] {
  const gaps: Gap[] = []
  let begun = -1
  const last = Math.min(all.length - 1, to)
  for (let index = Math.max(0, from); index <= last; index += 1) {
    const { folded } = all[index]!
    const blind = isBlind(index)
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

/** A partly observed slot without a candle may have had trades. */
const isUnrecorded = ({ seen, candle }: Slot) => seen === 'none' || (seen === 'part' && !candle)

/** The clock was set at `index`, skipping the slots from `from`. */
interface Step {
  readonly index: number
  readonly text: string
}

/** Clock changes of the service between two slots. */
export function stepsOf({ steps, indexAt }: StepSource, from: number, to: number): Step[] {
  const found: Step[] = []
  for (let at = 0; at < steps.length; at += 2) {
    const [before, after] = [steps[at]!, steps[at + 1]!]
    const index = indexAt(Math.max(before, after) / 1000)
    if (index >= from && index <= to) found.push({ index, text: clockStepText(before, after) })
  }
  return found
}

/** A clock change explains the gap, so nothing was missed. */
export function isStep(steps: Float64Array, from: number, to: number): boolean {
  for (let at = 0; at < steps.length; at += 2)
    if (Math.min(steps[at]!, steps[at + 1]!) < to && Math.max(steps[at]!, steps[at + 1]!) > from) return true
  return false
}

interface StepSource {
  readonly steps: Float64Array
  readonly indexAt: (seconds: number) => number
}

const saidOfFold: Readonly<Record<Seen, string>> = {
  whole: chartText.gaps.quiet,
  part: chartText.gaps.quietInPart,
  none: chartText.gaps.unrecorded
}

export const foldText = (seconds: number, seen: Seen) =>
  `${formatDuration(seconds * 1000)} ${saidOfFold[seen]}`
