export const tagNames = ['POC', 'VAH', 'VAL'] as const
export type TagName = (typeof tagNames)[number]

/** The height of a label on the axis. */
const labelHigh = 18

interface Room {
  /** Of the last price, which keeps its place; null if it is unknown. */
  readonly last: number | null
  readonly height: number
}

/** Where the tags are drawn: beside their prices unless another label is there. Without those out of view. */
export function placeTags(
  heights: Readonly<Record<TagName, number | null>>,
  { last, height }: Room
): Partial<Record<TagName, number>> {
  const taken = last === null ? [] : [Math.min(height - labelHigh / 2, Math.max(labelHigh / 2, last))]
  const placed: Partial<Record<TagName, number>> = {}
  for (const name of tagNames) {
    const wanted = heights[name]
    if (wanted === null || wanted < 0 || wanted > height) continue
    const free = [wanted, ...taken.flatMap((at) => [at - labelHigh, at + labelHigh])]
      .filter((y) => y >= labelHigh / 2 && y <= height - labelHigh / 2)
      .filter((y) => taken.every((at) => Math.abs(at - y) >= labelHigh))
      .sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0]
    if (free === undefined) continue
    placed[name] = free
    taken.push(free)
  }
  return placed
}
