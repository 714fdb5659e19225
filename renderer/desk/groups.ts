import type { Box, Direction, Layout, Path, Tabs } from '#shared/domain/workspace/index'

/** A tab group and its box in a 1 × 1 window. */
export interface Group {
  readonly path: Path
  readonly tabs: Tabs
  readonly box: Box
}

/** The separator of two parts of a split. */
export interface Line {
  /** The path of the split. */
  readonly path: Path
  /** The part before the separator. */
  readonly index: number
  readonly direction: Direction
  readonly shares: readonly number[]
  readonly before: Box
  readonly after: Box
  /** The share of the split in its direction. */
  readonly room: number
}

const whole: Box = { left: 0, top: 0, width: 1, height: 1 }

/** In reading order. */
export function groupsOf(layout: Layout | null): readonly Group[] {
  const found: Group[] = []
  walk(layout, (part, path, box) => {
    if (part.kind === 'tabs') found.push({ path, tabs: part, box })
  })
  return found
}

export function linesOf(layout: Layout | null): readonly Line[] {
  const found: Line[] = []
  walk(layout, (part, path, box) => {
    if (part.kind === 'tabs') return
    const { direction, shares } = part
    const room = direction === 'row' ? box.width : box.height
    for (let index = 0; index < shares.length - 1; index += 1) {
      const before = boxOfPart(box, direction, shares, index)
      const after = boxOfPart(box, direction, shares, index + 1)
      found.push({ path, index, direction, shares, before, after, room })
    }
  })
  return found
}

function walk(layout: Layout | null, see: (part: Layout, path: Path, box: Box) => void): void {
  const visit = (part: Layout, path: Path, box: Box) => {
    see(part, path, box)
    if (part.kind === 'tabs') return
    const { direction, shares } = part
    part.parts.forEach((child, index) =>
      visit(child, [...path, index], boxOfPart(box, direction, shares, index))
    )
  }
  if (layout) visit(layout, [], whole)
}

function boxOfPart(box: Box, direction: Direction, shares: readonly number[], index: number): Box {
  const from = shares.slice(0, index).reduce((sum, share) => sum + share, 0)
  const share = shares[index]!
  return direction === 'row'
    ? { ...box, left: box.left + from * box.width, width: share * box.width }
    : { ...box, top: box.top + from * box.height, height: share * box.height }
}

export const wholeBox = whole
