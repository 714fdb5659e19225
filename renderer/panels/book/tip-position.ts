/** From the top of the row area. */
interface Band {
  readonly top: number
  readonly bottom: number
}

/** The vertical positions of the rows, of the pointed row, and of the middle if visible. */
export interface TipSpots {
  readonly left: number
  readonly right: number
  readonly row: Band
  readonly middle: Band | null
}

interface Size {
  readonly width: number
  readonly height: number
}

type Area = Pick<DOMRect, 'left' | 'top' | 'right'>

const gap = 6
const margin = 4

/** Places the tip where it hides no rows, or else neither its own row nor the middle if possible. */
export function tipPosition(
  area: Area,
  spots: TipSpots,
  own: Size,
  window: Size
): { left: number; top: number } {
  const lowest = window.height - own.height - margin
  const row = area.top + spots.row.top
  const beside = besideOf(area, spots, own, window)
  if (beside !== null) return { left: beside, top: Math.max(margin, Math.min(row - 20, lowest)) }
  const left = Math.max(margin, Math.min(area.left + spots.left + gap, window.width - own.width - margin))
  const kept = [spots.row, ...(spots.middle ? [spots.middle] : [])].map(({ top, bottom }) => ({
    top: area.top + top,
    bottom: area.top + bottom
  }))
  const tops = kept.flatMap(({ top, bottom }) => [bottom + gap, top - own.height - gap])
  const free = tops
    .filter((top) => top >= margin && top <= lowest)
    .filter((top) => kept.every((band) => top >= band.bottom || top + own.height <= band.top))
    .sort((one, other) => Math.abs(one - row) - Math.abs(other - row))
  return { left, top: free[0] ?? Math.max(margin, lowest) }
}

function besideOf(area: Area, { left, right }: TipSpots, { width }: Size, window: Size): number | null {
  const before = area.left - width - gap
  if (before >= 0) return before
  if (area.right + gap + width <= window.width) return area.right + gap
  if (area.left + right + gap + width <= area.right) return area.left + right + gap
  return left >= width + 2 * gap ? area.left + left - width - gap : null
}
