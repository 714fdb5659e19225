/** Splits and tab groups of panel IDs in one window. Immutable: operations return a new layout. */
export type Layout = Split | Tabs

export interface Split {
  readonly kind: 'split'
  /** `row`: side by side; `column`: stacked. */
  readonly direction: Direction
  /** Two or more, none of which splits in the same direction. */
  readonly parts: readonly Layout[]
  /** One per part; their sum is 1. */
  readonly shares: readonly number[]
}

export interface Tabs {
  readonly kind: 'tabs'
  readonly panels: readonly string[]
  readonly active: string
}

export type Direction = 'row' | 'column'
export const edges = ['left', 'right', 'top', 'bottom'] as const
export type Edge = (typeof edges)[number]

/** Beside a panel, in its tabs, or at an edge of the window. */
export type Spot =
  | { readonly beside: string; readonly edge: Edge }
  | { readonly among: string; readonly index: number }
  | { readonly beside: null; readonly edge: Edge }

/** The index of the part in each split, from the root. */
export type Path = readonly number[]

export const minShare = 0.02

export const tabsOf = (panel: string): Tabs => ({ kind: 'tabs', panels: [panel], active: panel })

/** In reading order. */
export function panelsOf(layout: Layout | null): readonly string[] {
  if (!layout) return []
  return layout.kind === 'tabs' ? layout.panels : layout.parts.flatMap(panelsOf)
}

export function tabsWith(layout: Layout | null, panel: string): Tabs | null {
  if (!layout) return null
  if (layout.kind === 'tabs') return layout.panels.includes(panel) ? layout : null
  for (const part of layout.parts) {
    const found = tabsWith(part, panel)
    if (found) return found
  }
  return null
}

/** The same layout if it is already active or missing. */
export function activate(layout: Layout, panel: string): Layout {
  return mapTabs(layout, (tabs) =>
    tabs.panels.includes(panel) && tabs.active !== panel ? { ...tabs, active: panel } : tabs
  )
}

/** Null if it was the last panel. Neighbors share its space. */
export function remove(layout: Layout, panel: string): Layout | null {
  if (!tabsWith(layout, panel)) return layout
  if (layout.kind === 'tabs') {
    const at = layout.panels.indexOf(panel)
    const panels = layout.panels.filter((each) => each !== panel)
    if (panels.length === 0) return null
    const active = layout.active === panel ? panels[Math.min(at, panels.length - 1)]! : layout.active
    return { ...layout, panels, active }
  }
  const kept = layout.parts.map((part, index) => ({
    part: remove(part, panel),
    share: layout.shares[index]!
  }))
  return splitOf(
    layout.direction,
    kept.filter((each): each is Portion => each.part !== null)
  )
}

/** The new panel becomes active. If the spot's panel is missing, it goes to the right edge. */
export function insert(layout: Layout | null, panel: string, spot: Spot): Layout {
  if (!layout) return tabsOf(panel)
  if ('among' in spot) {
    if (!tabsWith(layout, spot.among)) return atEdge(layout, panel, 'right')
    return mapTabs(layout, (tabs) =>
      tabs.panels.includes(spot.among) ? tabbed(tabs, panel, spot.index) : tabs
    )
  }
  if (spot.beside === null) return atEdge(layout, panel, spot.edge)
  const { beside, edge } = spot
  if (!tabsWith(layout, beside)) return atEdge(layout, panel, 'right')
  return mapTabs(layout, (tabs) => (tabs.panels.includes(beside) ? halved(tabs, panel, edge) : tabs))
}

/** Moving it to its current position changes nothing. */
export function move(layout: Layout, panel: string, spot: Spot): Layout {
  const tabs = tabsWith(layout, panel)
  const rest = tabs && remove(layout, panel)
  if (!rest) return layout
  const target = 'among' in spot ? spot.among : spot.beside
  // When dropped on its own tabs, another tab is the target.
  const anchor = target === panel ? tabs.panels.find((each) => each !== panel) : target
  if (anchor === undefined) return layout
  const moved = insert(rest, panel, spotAt(spot, anchor))
  return sameShape(moved, layout) ? activate(layout, panel) : moved
}

const spotAt = (spot: Spot, anchor: string | null): Spot =>
  'among' in spot && anchor !== null
    ? { among: anchor, index: spot.index }
    : { beside: anchor, edge: 'edge' in spot ? spot.edge : 'right' }

/** Ignores shares and active tabs. */
export function sameShape(one: Layout, other: Layout): boolean {
  if (one.kind === 'tabs' || other.kind === 'tabs')
    return one.kind === 'tabs' && other.kind === 'tabs' && sameList(one.panels, other.panels)
  return (
    one.direction === other.direction &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, index) => sameShape(part, other.parts[index]!))
  )
}

const sameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each, index) => each === other[index])

/** Ignored if the path does not match. */
export function resize(layout: Layout, path: Path, shares: readonly number[]): Layout {
  if (layout.kind === 'tabs') return layout
  const [first, ...rest] = path
  if (first !== undefined) {
    const part = layout.parts[first]
    if (!part) return layout
    return { ...layout, parts: layout.parts.with(first, resize(part, rest, shares)) }
  }
  if (shares.length !== layout.parts.length || shares.some((share) => !(share > 0))) return layout
  return { ...layout, shares: whole(shares) }
}

interface Portion {
  readonly part: Layout
  readonly share: number
}

const directionOf = (edge: Edge): Direction => (edge === 'left' || edge === 'right' ? 'row' : 'column')
const isBefore = (edge: Edge) => edge === 'left' || edge === 'top'

function atEdge(layout: Layout, panel: string, edge: Edge): Layout {
  const direction = directionOf(edge)
  const count = layout.kind === 'split' && layout.direction === direction ? layout.parts.length : 1
  const fresh = { part: tabsOf(panel), share: 1 / (count + 1) }
  const old = { part: layout, share: count / (count + 1) }
  return splitOf(direction, isBefore(edge) ? [fresh, old] : [old, fresh]) ?? layout
}

function halved(tabs: Tabs, panel: string, edge: Edge): Layout {
  const fresh = { part: tabsOf(panel), share: 0.5 }
  const old = { part: tabs, share: 0.5 }
  return splitOf(directionOf(edge), isBefore(edge) ? [fresh, old] : [old, fresh]) ?? tabs
}

function tabbed(tabs: Tabs, panel: string, index: number): Tabs {
  const others = tabs.panels.filter((each) => each !== panel)
  const at = Math.max(0, Math.min(index, others.length))
  return { ...tabs, panels: others.toSpliced(at, 0, panel), active: panel }
}

function mapTabs(layout: Layout, change: (tabs: Tabs) => Layout): Layout {
  if (layout.kind === 'tabs') return change(layout)
  const parts = layout.parts.map((part) => mapTabs(part, change))
  // Unchanged parts keep their identity, so nothing is redrawn or saved.
  if (parts.every((part, index) => part === layout.parts[index])) return layout
  const isFlat = parts.every((part) => part.kind === 'tabs' || part.direction !== layout.direction)
  if (isFlat) return { ...layout, parts }
  const portions = parts.map((part, index) => ({ part, share: layout.shares[index]! }))
  return splitOf(layout.direction, portions) ?? layout
}

/** Merges splits of the same direction; null if empty. */
export function splitOf(direction: Direction, portions: readonly Portion[]): Layout | null {
  const flat = portions.flatMap(({ part, share }) =>
    part.kind === 'split' && part.direction === direction
      ? part.parts.map((inner, index) => ({ part: inner, share: share * part.shares[index]! }))
      : [{ part, share }]
  )
  if (flat.length <= 1) return flat[0]?.part ?? null
  return {
    kind: 'split',
    direction,
    parts: flat.map(({ part }) => part),
    shares: whole(flat.map(({ share }) => share))
  }
}

/** Scales the shares to a sum of 1, none below the minimum. */
function whole(shares: readonly number[]): number[] {
  const min = Math.min(minShare, 1 / shares.length)
  // Rescaling would change the last digit, so a saved layout would differ after loading.
  const all = shares.reduce((total, share) => total + share, 0)
  if (Math.abs(all - 1) < 1e-12 && shares.every((share) => share >= min)) return [...shares]
  const small = new Set<number>()
  // Enlarging one share can make another too small.
  for (;;) {
    const sum = shares.reduce((total, share, index) => (small.has(index) ? total : total + share), 0)
    const room = 1 - small.size * min
    const scaled = shares.map((share, index) => (small.has(index) ? min : (share / sum) * room))
    const found = scaled.findIndex((share, index) => !small.has(index) && share < min)
    if (found < 0) return scaled
    small.add(found)
  }
}
