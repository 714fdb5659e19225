/** Rows drawn beyond the visible ones, so that scrolling shows no gap. */
const overscan = 8

interface Viewport {
  readonly scrolled: number
  readonly room: number
  readonly rowHeight: number
  readonly count: number
}

/** The rows that are drawn: the visible ones and a few around them. */
export function rowsSeen({ scrolled, room, rowHeight, count }: Viewport): {
  readonly from: number
  readonly to: number
} {
  const first = Math.floor(scrolled / rowHeight) - overscan
  const last = Math.ceil((scrolled + room) / rowHeight) + overscan
  const to = Math.max(0, Math.min(count, last))
  return { from: Math.max(0, Math.min(first, to)), to }
}

/** Browsers limit the height of a page, more so on screens with several pixels per point. */
const maxHeight = 8_000_000

/** The height of all rows on the page, and how many of their pixels one pixel of the scroll bar stands for. */
export function scaleOf({ room, rowHeight, count }: Omit<Viewport, 'scrolled'>): {
  readonly height: number
  readonly ratio: number
} {
  const whole = count * rowHeight
  if (whole <= maxHeight) return { height: whole, ratio: 1 }
  return { height: maxHeight, ratio: (whole - room) / (maxHeight - room) }
}

interface Walk {
  readonly active: number | null
  readonly count: number
  /** Rows in a page. */
  readonly page: number
}

/** The row that a key moves to; null for any other key. */
export function rowAfter(key: string, { active, count, page }: Walk): number | null {
  if (count === 0) return null
  const last = count - 1
  const from = active ?? -1
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: active === null ? last : from - 1,
    PageDown: from + Math.max(1, page),
    PageUp: from - Math.max(1, page),
    Home: 0,
    End: last
  }
  const to = steps[key]
  return to === undefined ? null : Math.max(0, Math.min(to, last))
}

/** For rows of which several can be selected. */
export interface RowSelection {
  readonly has: (index: number) => boolean
  /** Called with a click on a row before it becomes active; true if it selects, and does not pick. */
  readonly clicked: (index: number, event: MouseEvent) => boolean
}

/** Where the rows were left: what is above the visible ones, in pixels of the scroll bar. */
export interface RowsPosition {
  top: number
}
