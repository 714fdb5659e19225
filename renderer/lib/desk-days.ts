import type { RecordedConnection, RecordedDay } from '#shared/contract/recording/catalog'

export const dayLength = 86_400_000

/** In milliseconds since the epoch. */
export type Span = readonly [from: number, to: number]

/** Days of the desk's recordings that are not completely here. */
export interface MissingDays {
  readonly connection: string
  readonly days: readonly string[]
  /** Of the same time, here or not. */
  readonly all: number
  /** At most: of a day, only a part may be needed. */
  readonly bytes: number
  readonly from: number
  readonly to: number
}

interface Recorded extends Pick<RecordedConnection, 'id' | 'desk'> {
  readonly days: readonly Pick<RecordedDay, 'day' | 'shared'>[]
}

/** What is missing of some spans; null if nothing is. */
export function missingDays({ id, desk, days }: Recorded, spans: readonly Span[]): MissingDays | null {
  const meets = (begin: number, end: number) => spans.some(([from, to]) => begin < to && end > from)
  const wanted = days.filter(({ day }) => meets(Date.parse(day), Date.parse(day) + dayLength))
  const missing = wanted.filter(
    ({ day, shared }) => shared && meets(shared.from, Date.parse(day) + dayLength)
  )
  if (!desk || missing.length === 0) return null
  return {
    connection: id,
    days: missing.map(({ day }) => day),
    all: wanted.length,
    bytes: missing.reduce((sum, { shared }) => sum + (shared?.bytes ?? 0), 0),
    from: Math.min(...spans.map(([from]) => from)),
    to: Math.max(...spans.map(([, to]) => to))
  }
}
