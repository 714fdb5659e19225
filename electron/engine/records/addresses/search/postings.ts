/** Texts per segment, which sets the bits of a position. */
export const segmentSize = 1 << 14

/** The trigrams of a segment's texts. Position lists are stored as differences, in one byte if small. */
export interface Segment {
  /** Ascending. */
  readonly trigrams: Uint32Array
  /** The start of each list, and the end. */
  readonly starts: Uint32Array
  readonly lists: Uint8Array
}

export const segmentBytes = ({ trigrams, starts, lists }: Segment) =>
  trigrams.byteLength + starts.byteLength + lists.byteLength

/** The index of a trigram's list, or -1. */
export function findTrigram({ trigrams }: Segment, trigram: number): number {
  let low = 0
  let high = trigrams.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (trigrams[middle]! < trigram) low = middle + 1
    else high = middle
  }
  return trigrams[low] === trigram ? low : -1
}

/** Returns the count. */
export function readList({ starts, lists }: Segment, index: number, into: Uint16Array): number {
  let count = 0
  let position = -1
  const end = starts[index + 1]!
  for (let from = starts[index]!; from < end; count += 1) {
    let step = lists[from++]!
    if (step >= 0x80) step = ((step & 0x7f) << 8) | lists[from++]!
    position += step + 1
    into[count] = position
  }
  return count
}

/** Keeps the positions that are also in the list; returns the count. */
export function intersect(segment: Segment, index: number, positions: Uint16Array, count: number): number {
  const { starts, lists } = segment
  const end = starts[index + 1]!
  let kept = 0
  let next = 0
  let position = -1
  for (let from = starts[index]!; from < end && next < count;) {
    let step = lists[from++]!
    if (step >= 0x80) step = ((step & 0x7f) << 8) | lists[from++]!
    position += step + 1
    while (next < count && positions[next]! < position) next += 1
    if (next < count && positions[next] === position) positions[kept++] = positions[next++]!
  }
  return kept
}
