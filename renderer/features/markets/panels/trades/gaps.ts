/** A time in which nobody recorded, milliseconds since the epoch; `to` is null while that goes on. */
export interface Gap {
  readonly from: number
  readonly to: number | null
}

/** Shorter ones are the seam of two recordings. */
const shortest = 50

/** Between the times of watching (from and to, one pair after the other), the newest first. */
export function gapsOf(spans: Float64Array): readonly Gap[] {
  const gaps: Gap[] = []
  for (let at = 1; at < spans.length; at += 2) {
    const from = spans[at]!
    const to = spans[at + 1]
    if (from === Infinity) continue
    if (to === undefined) gaps.push({ from, to: null })
    else if (to - from >= shortest) gaps.push({ from, to })
  }
  return gaps.reverse()
}

export function formatGap(milliseconds: number): string {
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}
