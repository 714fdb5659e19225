import { clockStepText } from '../format/clock-offset'

/** Unrecorded time, milliseconds since the epoch; `to` is null while it continues. */
export interface Gap {
  readonly from: number
  readonly to: number | null
  /** The service's clock was set within it, so nothing was missed. */
  readonly step: string | null
}

/** The gaps between recorded times (pairs of from and to), the newest first. */
export function gapsOf(spans: Float64Array, steps: Float64Array): readonly Gap[] {
  const gaps: Gap[] = []
  for (let at = 1; at < spans.length; at += 2) {
    const from = spans[at]!
    const to = spans[at + 1]
    if (from === Infinity) continue
    if (to === undefined) gaps.push({ from, to: null, step: null })
    else gaps.push({ from, to, step: stepWithin(steps, from, to) })
  }
  return gaps.reverse()
}

function stepWithin(steps: Float64Array, from: number, to: number): string | null {
  for (let at = 0; at < steps.length; at += 2) {
    const [before, after] = [steps[at]!, steps[at + 1]!]
    if (before < to && after > from) return clockStepText(before, after)
  }
  return null
}
