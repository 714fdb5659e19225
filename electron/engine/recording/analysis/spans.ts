/** A time in nanoseconds since the epoch; `to` is exclusive. */
export interface Span {
  readonly from: bigint
  readonly to: bigint
}

/** The same times, sorted and disjoint. */
export function union(spans: readonly Span[]): Span[] {
  const merged: { readonly from: bigint; to: bigint }[] = []
  const sorted = spans
    .filter(({ from, to }) => from < to)
    .sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
  for (const { from, to } of sorted) {
    const last = merged.at(-1)
    if (!last || from > last.to) merged.push({ from, to })
    else if (to > last.to) last.to = to
  }
  return merged
}

/** The times in both; each is sorted and disjoint. */
export function intersection(one: readonly Span[], other: readonly Span[]): Span[] {
  const common: Span[] = []
  let [index, otherIndex] = [0, 0]
  while (index < one.length && otherIndex < other.length) {
    const [left, right] = [one[index]!, other[otherIndex]!]
    const from = left.from > right.from ? left.from : right.from
    const to = left.to < right.to ? left.to : right.to
    if (from < to) common.push({ from, to })
    if (left.to < right.to) index += 1
    else otherIndex += 1
  }
  return common
}

/** The times in the first alone; each is sorted and disjoint. */
export function difference(spans: readonly Span[], without: readonly Span[]): Span[] {
  const rest: Span[] = []
  let first = 0
  for (const { from, to } of spans) {
    let start = from
    while (first < without.length && without[first]!.to <= from) first += 1
    for (let index = first; index < without.length && without[index]!.from < to; index++) {
      const hole = without[index]!
      if (hole.from > start) rest.push({ from: start, to: hole.from })
      if (hole.to > start) start = hole.to
    }
    if (start < to) rest.push({ from: start, to })
  }
  return rest
}

export const lengthOf = (spans: readonly Span[]): bigint =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0n)

/** Whether all of a time is in spans, which are sorted and disjoint. */
export const covers = (spans: readonly Span[], { from, to }: Span): boolean =>
  spans.some((span) => span.from <= from && to <= span.to)
