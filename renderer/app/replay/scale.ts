/** In milliseconds since the epoch. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** The shortest visible time, in milliseconds. */
export const minLength = 2000
/** Pixels between labels of the axis, at least. */
const labelRoom = 90

const lengthOf = ({ from, to }: TimeRange) => to - from

export const xOf = (at: number, range: TimeRange, width: number): number =>
  ((at - range.from) / lengthOf(range)) * width

export const timeAt = (x: number, range: TimeRange, width: number): number =>
  range.from + (Math.min(Math.max(0, x), width) / width) * lengthOf(range)

/** Moved into the bounds, and shortened only if they are shorter. */
function within({ from, to }: TimeRange, bounds: TimeRange): TimeRange {
  const length = Math.min(to - from, lengthOf(bounds))
  const start = Math.min(Math.max(bounds.from, from), bounds.to - length)
  return { from: start, to: start + length }
}

/** The given time keeps its place, as far as the bounds allow. A factor above 1 shows more time. */
export function zoomed(range: TimeRange, bounds: TimeRange, at: number, factor: number): TimeRange {
  const length = Math.max(Math.min(minLength, lengthOf(bounds)), lengthOf(range) * factor)
  const share = (at - range.from) / lengthOf(range)
  const from = at - share * length
  return within({ from, to: from + length }, bounds)
}

export const moved = ({ from, to }: TimeRange, bounds: TimeRange, by: number): TimeRange =>
  within({ from: from + by, to: to + by }, bounds)

/** Scrolled by half its length or more, if the time is not in it. */
export function showing(range: TimeRange, bounds: TimeRange, at: number): TimeRange {
  if (at >= range.from && at <= range.to) return range
  const half = lengthOf(range) / 2
  return within({ from: at - half, to: at + half }, bounds)
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90].map((count) => count * day)
]

export interface Tick {
  readonly at: number
  readonly label: 'second' | 'minute' | 'day'
}

/** At whole hours, minutes or days of the clock, whose offset from UTC is in milliseconds. */
export function ticksOf(range: TimeRange, width: number, offset: number): readonly Tick[] {
  if (width <= 0 || lengthOf(range) <= 0) return []
  const room = (lengthOf(range) * labelRoom) / width
  const step = steps.find((each) => each >= room) ?? steps.at(-1)!
  const ticks: Tick[] = []
  const first = Math.ceil((range.from + offset) / step) * step - offset
  for (let at = first; at <= range.to; at += step)
    ticks.push({ at, label: (at + offset) % day === 0 ? 'day' : step < minute ? 'second' : 'minute' })
  return ticks
}

/** At first: the whole recording, or its day before the time. */
export function firstRange(bounds: TimeRange, at: number): TimeRange {
  if (lengthOf(bounds) <= day) return bounds
  return within({ from: at - (day * 3) / 4, to: at + day / 4 }, bounds)
}
