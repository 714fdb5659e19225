/** Beyond what is seen, so that a short way of the wheel finds rows that are drawn. */
const beyond = 8

interface Sight {
  readonly scrolled: number
  readonly room: number
  readonly rowHeight: number
  readonly count: number
}

/** The rows that are drawn: those in sight and a few around them. */
export function rowsSeen({ scrolled, room, rowHeight, count }: Sight): {
  readonly from: number
  readonly to: number
} {
  const first = Math.floor(scrolled / rowHeight) - beyond
  const last = Math.ceil((scrolled + room) / rowHeight) + beyond
  const to = Math.max(0, Math.min(count, last))
  return { from: Math.max(0, Math.min(first, to)), to }
}

/** Browsers limit the height of a page, more so on screens with several pixels per point. */
const tallest = 8_000_000

/** How high the rows lie on the page, and how many of their pixels one of the scroll bar stands for. */
export function scaleOf({ room, rowHeight, count }: Omit<Sight, 'scrolled'>): {
  readonly height: number
  readonly ratio: number
} {
  const whole = count * rowHeight
  if (whole <= tallest) return { height: whole, ratio: 1 }
  return { height: tallest, ratio: (whole - room) / (tallest - room) }
}

interface Walk {
  readonly active: number | null
  readonly count: number
  /** Rows that a page has. */
  readonly page: number
}

/** Where a key leads to; null for a key that leads nowhere. */
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
