import type { Layout, Split } from './layout'
import { panelSpecs, type Room } from './panel-kinds'
import type { Panel } from './workspace'

/** The minimum size; tabs need as much as the largest of them. */
export function needOf(part: Layout, panels: Readonly<Record<string, Panel>>): Room {
  if (part.kind === 'tabs') {
    const needs = part.panels.map((id) => panelSpecs[panels[id]?.kind ?? 'chart'].minRoom)
    return { width: max(needs, 'width'), height: max(needs, 'height') }
  }
  const needs = part.parts.map((each) => needOf(each, panels))
  const along = alongOf(part)
  const sum = needs.reduce((total, need) => total + need[along], 0)
  return along === 'width'
    ? { width: sum, height: max(needs, 'height') }
    : { width: max(needs, 'width'), height: sum }
}

const alongOf = ({ direction }: Split) => (direction === 'row' ? 'width' : 'height')
const max = (needs: readonly Room[], along: keyof Room) => Math.max(...needs.map((need) => need[along]))

/**
 * The layout fitted to a size: panels below their minimum get space from the others; if all are too large, all shrink
 * equally.
 */
export function fitted(layout: Layout, panels: Readonly<Record<string, Panel>>, size: Room): Layout {
  if (layout.kind === 'tabs' || size.width <= 0 || size.height <= 0) return layout
  const along = alongOf(layout)
  const needs = layout.parts.map((part) => needOf(part, panels)[along])
  const shares = sharesFor(layout.shares, needs, size[along])
  const parts = layout.parts.map((part, index) =>
    fitted(part, panels, { ...size, [along]: size[along] * shares[index]! })
  )
  if (shares === layout.shares && parts.every((part, index) => part === layout.parts[index])) return layout
  return { ...layout, parts, shares }
}

function sharesFor(shares: readonly number[], needs: readonly number[], length: number): readonly number[] {
  const min = needs.map((need) => need / length)
  if (shares.every((share, index) => share >= min[index]! - tiny)) return shares
  const needed = sum(min)
  if (needed >= 1) return min.map((each) => each / needed)
  const short = new Set<number>()
  // Shrinking the others can make another one too small.
  for (;;) {
    const left = 1 - sum(min.filter((_, index) => short.has(index)))
    const rest = sum(shares.filter((_, index) => !short.has(index)))
    const scaled = shares.map((share, index) => (short.has(index) ? min[index]! : (share / rest) * left))
    const found = scaled.findIndex((share, index) => !short.has(index) && share < min[index]! - tiny)
    if (found < 0) return scaled
    short.add(found)
  }
}

const tiny = 1e-9
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
