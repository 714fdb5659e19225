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

export const isClear = (one: Extent, other: Extent | null): boolean =>
  other === null || one.right + minGap <= other.left || other.right + minGap <= one.left
