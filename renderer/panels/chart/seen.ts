/** How much of a period was observed. */
export type Seen = 'whole' | 'part' | 'none'

/** `spans` are sorted pairs in milliseconds since the epoch; the current one is open-ended. */
export function seenOf(spans: Float64Array, from: number, to: number): Seen {
  for (let at = firstEndingAfter(spans, from); at < spans.length && spans[at]! < to; at += 2)
    return spans[at]! <= from && spans[at + 1]! >= to ? 'whole' : 'part'
  return 'none'
}

/** For long periods, which may contain several spans. */
export function seenShare(spans: Float64Array, from: number, to: number): Seen {
  let watched = 0
  for (let at = firstEndingAfter(spans, from); at < spans.length && spans[at]! < to; at += 2)
    watched += Math.min(to, spans[at + 1]!) - Math.max(from, spans[at]!)
  if (watched <= 0) return 'none'
  return watched >= to - from ? 'whole' : 'part'
}

/** The first pair that ends after the time. */
export function firstEndingAfter(spans: Float64Array, moment: number): number {
  let low = 0
  let high = spans.length >> 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[2 * middle + 1]! <= moment) low = middle + 1
    else high = middle
  }
  return 2 * low
}
