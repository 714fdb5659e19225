import type { Layout, Split } from './layout'
import { panelSpecs, type Room } from './panel-kinds'
import type { Panel } from './workspace'

/** What a part of a layout needs; tabs as much as the neediest of them, so that no change of tab moves a line. */
export function needOf(part: Layout, panels: Readonly<Record<string, Panel>>): Room {
  if (part.kind === 'tabs') {
    const needs = part.panels.map((id) => panelSpecs[panels[id]?.kind ?? 'chart'].minRoom)
    return { width: most(needs, 'width'), height: most(needs, 'height') }
  }
  const needs = part.parts.map((each) => needOf(each, panels))
  const along = alongOf(part)
  const sum = needs.reduce((total, need) => total + need[along], 0)
  return along === 'width'
    ? { width: sum, height: most(needs, 'height') }
    : { width: most(needs, 'width'), height: sum }
}

const alongOf = ({ direction }: Split) => (direction === 'row' ? 'width' : 'height')
const most = (needs: readonly Room[], along: keyof Room) => Math.max(...needs.map((need) => need[along]))

/**
 * The layout as it is shown in a frame of that size: where the shares leave a panel less than it needs, those that have
 * more than they need give it. A frame that is too small for all shrinks all alike. The same layout where all is well.
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
  const least = needs.map((need) => need / length)
  if (shares.every((share, index) => share >= least[index]! - tiny)) return shares
  const needed = sum(least)
  if (needed >= 1) return least.map((each) => each / needed)
  const short = new Set<number>()
  // What the short ones are given is taken from the others, which may make another one short.
  for (;;) {
    const left = 1 - sum(least.filter((_, index) => short.has(index)))
    const rest = sum(shares.filter((_, index) => !short.has(index)))
    const scaled = shares.map((share, index) => (short.has(index) ? least[index]! : (share / rest) * left))
    const found = scaled.findIndex((share, index) => !short.has(index) && share < least[index]! - tiny)
    if (found < 0) return scaled
    short.add(found)
  }
}

const tiny = 1e-9
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
