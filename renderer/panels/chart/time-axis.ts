import { libText } from '../../messages/lib'
import { defaultHorzScaleBehavior, TickMarkType, type Time, type TimeScalePoint } from 'lightweight-charts'
import { formatTime, zoneLabel, type ClockKind } from '../../lib/format/time'

const two = (value: number) => String(value).padStart(2, '0')
const { months } = libText

/** The offset in seconds between UTC and the clock. */
const offsetAt = (seconds: number, clock: ClockKind) =>
  clock === 'utc' ? 0 : -new Date(seconds * 1000).getTimezoneOffset() * 60

const dateOf = (seconds: number, clock: ClockKind) => new Date((seconds + offsetAt(seconds, clock)) * 1000)

/** The time zone is shown once, at the end. */
export function tickText(seconds: number, type: TickMarkType, clock: ClockKind, length: number): string {
  const date = dateOf(seconds, clock)
  if (type === TickMarkType.Year) return String(date.getUTCFullYear())
  if (type === TickMarkType.Month) return months[date.getUTCMonth()]!
  if (type === TickMarkType.DayOfMonth) return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
  const time = formatTime(seconds * 1000, clock)
  return length < 60 ? time : time.slice(0, 5)
}

export function pointedText(seconds: number, clock: ClockKind, length: number): string {
  const date = dateOf(seconds, clock)
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  const time = formatTime(seconds * 1000, clock)
  const zone = zoneLabel(seconds * 1000, clock)
  if (length >= 86_400) return `${day} ${zone}`
  return `${day} ${length < 60 ? time : time.slice(0, 5)} ${zone}`
}

type Point = { -readonly [Key in keyof TimeScalePoint]: TimeScalePoint[Key] }

/** Preferred marks for seconds. */
const roundSeconds = [
  { every: 30, weight: 13 },
  { every: 15, weight: 12 },
  { every: 5, weight: 11 }
] as const
const minuteWeight = 20

function weighSeconds(point: Point): void {
  if (point.timeWeight >= minuteWeight) return
  const round = roundSeconds.find(({ every }) => Number(point.originalTime) % every === 0)
  if (round) point.timeWeight = round.weight as Point['timeWeight']
}

/** The library uses UTC days and hours; this uses the user's clock. */
export class ClockAxis extends defaultHorzScaleBehavior() {
  constructor(private readonly clock: ClockKind) {
    super()
  }

  override fillWeightsForPoints(points: readonly Point[], startIndex: number): void {
    if (this.clock === 'utc') super.fillWeightsForPoints(points, startIndex)
    else this.#fillLocal(points, startIndex)
    for (let index = startIndex; index < points.length; index += 1) weighSeconds(points[index]!)
  }

  #fillLocal(points: readonly Point[], startIndex: number): void {
    // Each point is compared with the previous one.
    const from = Math.max(0, startIndex - 1)
    const shifted = points.slice(from).map((point) => {
      const seconds = Number(point.originalTime)
      const time = this.convertHorzItemToInternal((seconds + offsetAt(seconds, this.clock)) as Time)
      return { ...point, time }
    })
    super.fillWeightsForPoints(shifted, startIndex - from)
    for (let index = startIndex; index < points.length; index += 1)
      points[index]!.timeWeight = shifted[index - from]!.timeWeight
  }
}
