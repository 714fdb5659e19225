/** Texts of one segment, and thereby the bits of a text's place in it. */
export const segmentSize = 1 << 14

/**
 * Which texts of a segment have which three bytes in a row. Lists of places are kept as differences, of one byte
 * where they are small.
 */
export interface Segment {
  /** Rising. */
  readonly trigrams: Uint32Array
  /** Where the list of each begins in `lists`; one more for the end. */
  readonly starts: Uint32Array
  readonly lists: Uint8Array
}

export const segmentBytes = ({ trigrams, starts, lists }: Segment) =>
  trigrams.byteLength + starts.byteLength + lists.byteLength

/** Where the list of a trigram lies, or -1. */
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

/** Writes the places of a list into `into`; returns how many. */
export function readList({ starts, lists }: Segment, index: number, into: Uint16Array): number {
  let count = 0
  let place = -1
  const end = starts[index + 1]!
  for (let from = starts[index]!; from < end; count += 1) {
    let step = lists[from++]!
    if (step >= 0x80) step = ((step & 0x7f) << 8) | lists[from++]!
    place += step + 1
    into[count] = place
  }
  return count
}

/** Keeps of the first `count` places those that the list has as well; returns how many. */
export function intersect(segment: Segment, index: number, places: Uint16Array, count: number): number {
  const { starts, lists } = segment
  const end = starts[index + 1]!
  let kept = 0
  let next = 0
  let place = -1
  for (let from = starts[index]!; from < end && next < count;) {
    let step = lists[from++]!
    if (step >= 0x80) step = ((step & 0x7f) << 8) | lists[from++]!
    place += step + 1
    while (next < count && places[next]! < place) next += 1
    if (next < count && places[next] === place) places[kept++] = places[next++]!
  }
  return kept
}
