import { needOf, type Direction, type Layout, type Panel, type Path } from '#shared/domain/workspace/index'
import { groupsOf, type Line } from './groups'

/** The minimum shares of the parts before and after a line. */
type MinShares = readonly [before: number, after: number]

/** Of the parts beside a separator; the split's length is in pixels. */
export function minBeside(
  layout: Layout | null,
  panels: Readonly<Record<string, Panel>>,
  { path, index }: Pick<Line, 'path' | 'index'>,
  length: number
): MinShares {
  let split = layout
  for (const at of path) split = split?.kind === 'split' ? (split.parts[at] ?? null) : null
  if (split?.kind !== 'split' || length <= 0) return [minShare, minShare]
  const along = split.direction === 'row' ? 'width' : 'height'
  const need = (part: Layout | undefined) => (part ? needOf(part, panels)[along] / length : minShare)
  return [need(split.parts[index]), need(split.parts[index + 1])]
}

const minShare = 0.05

/** Moves a separator, within the minimum sizes. */
export function shifted(shares: readonly number[], index: number, by: number, min: MinShares): number[] {
  const before = shares[index]!
  const after = shares[index + 1]!
  const both = before + after
  // If there is too little space for both, neither side shrinks.
  const floor = Math.min(min[0], before)
  const ceiling = both - Math.min(min[1], after)
  const next = Math.max(floor, Math.min(ceiling, before + by))
  return shares.map((share, at) => (at === index ? next : at === index + 1 ? both - next : share))
}

/** Makes both parts equal. */
export const evened = (shares: readonly number[], index: number): number[] =>
  shifted(shares, index, (shares[index + 1]! - shares[index]!) / 2, [0, 0])

interface Grown {
  readonly path: Path
  readonly index: number
  readonly sign: 1 | -1
  readonly shares: readonly number[]
  readonly room: number
}

/** The separator that resizes a panel: the one at its end, or at its start if it is last. */
export function growing(layout: Layout | null, panel: string, direction: Direction): Grown | null {
  const group = groupsOf(layout).find(({ tabs }) => tabs.panels.includes(panel))
  if (!layout || !group) return null
  let part: Layout = layout
  let room = 1
  let found: Grown | null = null
  group.path.forEach((at, depth) => {
    if (part.kind === 'tabs') return
    if (part.direction === direction) {
      const last = at === part.shares.length - 1
      const path = group.path.slice(0, depth)
      found = { path, index: last ? at - 1 : at, sign: last ? -1 : 1, shares: part.shares, room }
      room *= part.shares[at]!
    }
    part = part.parts[at]!
  })
  return found
}
