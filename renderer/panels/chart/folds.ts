import { firstEndingAfter } from './seen'

/** Evenly spaced slots without candles. */
interface Run {
  /** Seconds since the epoch. */
  readonly start: number
  readonly count: number
  /** The length of a slot. */
  readonly seconds: number
}

/** Slots of a run that are not drawn, counted from its start; `to` is exclusive. */
interface Fold {
  readonly from: number
  readonly to: number
}

/** Longer runs are folded. */
export const maxRun = 240
const keptOfRun = 12
/** Unrecorded time is folded sooner, because there is nothing to see in it. */
const maxUnrecorded = 24
const keptOfUnrecorded = 6

export function foldsOf(spans: Float64Array | null, run: Run): Fold[] {
  const folds = spans ? unrecordedOf(spans, run).filter(isLong).map(middleOf(keptOfUnrecorded)) : []
  const shown = folds.reduce((count, { from, to }) => count - (to - from), run.count)
  return shown > maxRun ? [{ from: 0, to: run.count }].map(middleOf(keptOfRun)) : folds
}

const isLong = ({ from, to }: Fold) => to - from > maxUnrecorded

const middleOf =
  (kept: number) =>
  ({ from, to }: Fold): Fold => ({ from: from + kept, to: to - kept })

/** The slots of which nothing was observed. */
function unrecordedOf(spans: Float64Array, { start, count, seconds }: Run): Fold[] {
  const positionOf = (time: number) => (time / 1000 - start) / seconds
  const stretches: Fold[] = []
  let from = 0
  for (let at = firstEndingAfter(spans, start * 1000); from < count; at += 2) {
    const isLast = at >= spans.length
    const to = isLast ? count : Math.min(count, Math.floor(positionOf(spans[at]!)))
    if (to > from) stretches.push({ from, to })
    from = isLast ? count : Math.ceil(positionOf(spans[at + 1]!))
  }
  return stretches
}
