import { fixedColumns, watchColumns, type WatchColumn } from '#shared/contract/market/panels/watchlist'

/** The minimum characters per column. */
const usualRoom: Readonly<Record<WatchColumn, number>> = {
  market: 7,
  last: 9,
  change: 7,
  spread: 5,
  cost: 7,
  depth: 7,
  trend: 9,
  bid: 9,
  ask: 9,
  high: 10,
  low: 10,
  volume: 11,
  age: 6,
  state: 0
}

/** The first is dropped last. */
const priority: readonly WatchColumn[] = [
  'market',
  'state',
  'last',
  'change',
  'spread',
  'cost',
  'depth',
  'trend',
  'age',
  'bid',
  'ask',
  'volume',
  'high',
  'low'
]

/** Names are shortened before these are dropped. */
const essential: readonly WatchColumn[] = ['market', 'state', 'last', 'change']
/** In pixels; the full name is in the tooltip. */
const minName = 54

const characterWidth = 7.2
const nameWidth = 8.6
const columnPadding = 6
const edgePadding = 10
const stateWidth = 18
const maxRoom = 20

/** The longest text of each column so far; columns do not shrink. */
export type Rooms = Readonly<Partial<Record<WatchColumn, number>>>

function widthOf(column: WatchColumn, rooms: Rooms): number {
  if (column === 'state') return stateWidth
  const room = Math.min(maxRoom, Math.max(usualRoom[column], rooms[column] ?? 0))
  if (column === 'market') return Math.ceil(edgePadding + room * nameWidth)
  return Math.ceil(room * characterWidth + columnPadding)
}

export interface Fitted {
  readonly columns: readonly WatchColumn[]
  /** For `grid-template-columns`. */
  readonly template: string
}

/** A list without a layout has no width and shows all. */
export function fitColumns(width: number, hidden: readonly WatchColumn[], rooms: Rooms): Fitted {
  const kept = new Set<WatchColumn>()
  const isFree = width <= 0
  const name = widthOf('market', rooms)
  // Names get their minimum first, and their preferred width before any optional column.
  let left = width - Math.min(name, minName)
  let isNameWhole = false
  for (const column of priority) {
    const isFixed = fixedColumns.includes(column)
    if (hidden.includes(column) && !isFixed) continue
    const wanted = column === 'market' ? 0 : widthOf(column, rooms)
    const more = essential.includes(column) || isNameWhole ? 0 : Math.max(0, name - minName)
    // Later columns are dropped too, so that they come and go in order.
    if (!isFree && wanted + more > left && !isFixed) break
    left -= wanted + more
    isNameWhole ||= !essential.includes(column)
    kept.add(column)
  }
  const shownName = isFree || isNameWhole ? name : Math.min(name, Math.max(0, left) + Math.min(name, minName))
  const columns = watchColumns.filter((column) => kept.has(column))
  const template = columns.map((column) => {
    const wanted = column === 'market' ? shownName : widthOf(column, rooms)
    if (column === 'state') return `${wanted}px`
    // All grow equally, so that figures stay near their names.
    return `minmax(${column === 'market' && !isFree ? Math.min(wanted, width) : wanted}px, ${wanted}fr)`
  })
  return { columns, template: template.join(' ') }
}
