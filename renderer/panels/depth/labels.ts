/** From left to right. */
export interface Extent {
  readonly left: number
  readonly right: number
}

const minGap = 6

/** Centered if possible, within 0 and the width. */
export function extentAt(x: number, size: number, width: number): Extent {
  const left = Math.max(0, Math.min(x - size / 2, width - size))
  return { left, right: left + size }
}

interface Heights {
  readonly top: number
  readonly bottom: number
}

/** Of the middle of a label: above its line, or below it where the curve would cross it. */
export function labelHeight(line: number, curve: Heights | null): number {
  const [above, below] = [line - 7, line + 8]
  const isCrossed = (middle: number) => curve !== null && curve.top < middle + 8 && curve.bottom > middle - 8
  return isCrossed(above) && !isCrossed(below) ? below : above
}

export const isClear = (one: Extent, other: Extent | null): boolean =>
  other === null || one.right + minGap <= other.left || other.right + minGap <= one.left
