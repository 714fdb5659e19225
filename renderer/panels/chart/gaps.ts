import { chartText } from '../../messages/panels/chart'
import { clockStepText } from '../../lib/format/clock-offset'
import { formatDuration } from '../../lib/format/duration'
import type { Seen } from './seen'
import type { Slot, Slots } from './slots'

/** `to` is exclusive. A fold lies before `from`; a cut is one within a gap. */
export interface Gap {
  readonly kind: 'gap' | 'fold' | 'cut'
  readonly from: number
  readonly to: number
  /** The number of folded slots, those within a gap included. */
  readonly folded: number
}

/** With the rest of the gaps at both ends. */
export function withWholeGaps({ all }: Pick<Slots, 'all'>, from: number, to: number): [number, number] {
  const isBlind = (index: number) => all[index] !== undefined && isUnrecorded(all[index])
  let [first, last] = [from, to]
  while (isBlind(first)) first -= 1
  while (isBlind(last)) last += 1
  return [first, last]
}

/** Unrecorded or folded time. */
export function gapsOf(
  slots: GapSource,
  from: number,
  to: number,
  isBlind: (index: number) => boolean = (index) => isUnrecorded(slots.all[index]!)
): Gap[] {
  const { all } = slots
  const last = Math.min(all.length - 1, to)
  const gaps: Gap[] = []
  const cuts: Gap[] = []
  let begun = -1
  let within = 0
  const end = (index: number) => {
    if (begun >= 0) gaps.push({ kind: 'gap', from: begun, to: index, folded: within })
    begun = -1
    within = 0
  }
  for (let index = Math.max(0, from); index <= last; index += 1) {
    const { folded } = all[index]!
    const blind = isBlind(index)
    const isCut = folded > 0 && blind && begun >= 0 && slots.seenOfFold(index) === 'none'
    if (!blind || (folded > 0 && !isCut)) end(index)
    if (folded > 0) cuts.push({ kind: isCut ? 'cut' : 'fold', from: index, to: index, folded })
    if (isCut) within += folded
    if (blind && begun < 0) begun = index
  }
  end(last + 1)
  return [...gaps, ...cuts]
}

/** Whether something is missing in view, or before the oldest slot, if that is in view. */
export function showsGap(
  slots: GapSource,
  visible: { readonly from: number; readonly to: number } | null
): boolean {
  if (!visible) return false
  const [from, to] = [Math.floor(visible.from), Math.ceil(visible.to)]
  return from < 0 || gapsOf(slots, from, to).some(({ kind }) => kind === 'gap')
}

type GapSource = Pick<Slots, 'all' | 'seenOfFold'>

/** A partly observed slot without a candle may have had trades. */
export const isUnrecorded = ({ seen, candle }: Slot) => seen === 'none' || (seen === 'part' && !candle)

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

/** The start and the length of its time, in seconds. */
export function timeOf({ kind, from, to, folded }: Gap, { all, seconds }: Pick<Slots, 'all' | 'seconds'>) {
  const length = (to - from + folded) * seconds
  const start = all[from]?.start ?? 0
  return { start: kind === 'gap' ? start : start - length, length }
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

export const foldText = (seconds: number, seen: Seen) => gapText(seconds, saidOfFold[seen])

export const gapText = (seconds: number, words: string) => `${formatDuration(seconds * 1000)} ${words}`
