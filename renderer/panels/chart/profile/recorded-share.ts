/** Pairs of from and to, in order. */
type Spans = Iterable<number> & { readonly length: number; readonly [index: number]: number }

/** How much of a time both have recorded, from 0 to 1; `also` counts from its own beginning on. */
export function recordedShare(
  { from, to }: { readonly from: number; readonly to: number },
  spans: Spans,
  also: { readonly from: number; readonly spans: Spans }
): number {
  let recorded = 0
  for (let at = 0; at < spans.length; at += 2) {
    const [start, end] = [Math.max(from, spans[at]!), Math.min(to, spans[at + 1]!)]
    if (end <= start) continue
    recorded += Math.max(0, Math.min(end, also.from) - start)
    for (let other = 0; other < also.spans.length; other += 2) {
      const begin = Math.max(start, also.from, also.spans[other]!)
      recorded += Math.max(0, Math.min(end, also.spans[other + 1]!) - begin)
    }
  }
  return to > from ? recorded / (to - from) : 1
}
