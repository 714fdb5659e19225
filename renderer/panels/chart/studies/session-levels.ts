import { compareDecimals, formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { ChartCandle, ChartCandles } from '../../../lib/markets'
import { seenShare, type Seen } from '../seen'
import { Folded } from './folded'

const day = 86_400

/** In seconds since the epoch. `opensAt` is in minutes after 00:00 UTC. */
export const sessionStart = (seconds: number, opensAt: number) =>
  Math.floor((seconds - opensAt * 60) / day) * day + opensAt * 60

interface Prices {
  readonly open: Decimal
  readonly high: Decimal
  readonly low: Decimal
  readonly close: Decimal
}

interface Session extends Prices {
  readonly start: number
  /** Its first candle. */
  readonly first: number
  readonly before: Session | null
}

type LevelName = 'open' | 'high' | 'low' | 'previousHigh' | 'previousLow' | 'previousClose'

export interface SessionLevel {
  readonly name: LevelName
  readonly price: Decimal
  /** When the session began, in seconds since the epoch. */
  readonly start: number
  /** The first recorded time, if the session's beginning is missing. */
  readonly late: number | null
  /** Not everything was recorded. */
  readonly isPartial: boolean
}

/** The prices of the current session and the one before, from candles that no session start divides. */
export class SessionLevels {
  readonly #folded = new Folded<ChartCandle, Session>((before, candle) => this.#step(before, candle))
  #known: readonly ChartCandle[] = []
  #opensAt = 0
  #shown: { readonly key: string; readonly levels: readonly SessionLevel[] } = { key: '', levels: [] }

  /** The same array while nothing changes. `now` is in milliseconds since the epoch. */
  read(candles: ChartCandles, opensAt: number, now: number): readonly SessionLevel[] {
    this.#follow(candles.all, opensAt)
    const last = this.#folded.states.at(-1)
    const start = sessionStart(now / 1000, opensAt)
    const current = last?.start === start ? last : null
    const previous = [current?.before, last].find((each) => each?.start === start - day)
    const { spans } = candles
    const levels = [
      ...(current ? levelsOf(current, spans, now / 1000, ['open', 'high', 'low']) : []),
      ...(previous ? levelsOf(previous, spans, start, ['previousHigh', 'previousLow', 'previousClose']) : [])
    ]
    const key = JSON.stringify(levels.map((level) => ({ ...level, price: formatDecimal(level.price) })))
    if (key !== this.#shown.key) this.#shown = { key, levels }
    return this.#shown.levels
  }

  #follow(candles: readonly ChartCandle[], opensAt: number): void {
    const known = opensAt === this.#opensAt ? this.#known : []
    let same = 0
    while (same < known.length && known[same] === candles[same]) same += 1
    this.#opensAt = opensAt
    this.#known = [...candles]
    this.#folded.follow(candles, same)
  }

  #step(last: Session | null, candle: ChartCandle): Session {
    const start = sessionStart(candle.start, this.#opensAt)
    const [open, high, low, close] = (['open', 'high', 'low', 'close'] as const).map((field) =>
      candle.decimal(field)!
    ) as [Decimal, Decimal, Decimal, Decimal]
    if (last?.start !== start)
      return { start, first: candle.start, open, high, low, close, before: last && { ...last, before: null } }
    return {
      ...last,
      close,
      high: compareDecimals(high, last.high) > 0 ? high : last.high,
      low: compareDecimals(low, last.low) < 0 ? low : last.low
    }
  }
}

const fields = {
  open: 'open',
  high: 'high',
  low: 'low',
  previousHigh: 'high',
  previousLow: 'low',
  previousClose: 'close'
} as const satisfies Record<LevelName, keyof Prices>

function levelsOf(
  session: Session,
  spans: Float64Array,
  to: number,
  names: readonly LevelName[]
): SessionLevel[] {
  const { start, first } = session
  const seen = (until: number): Seen =>
    until > start ? seenShare(spans, start * 1000, until * 1000) : 'whole'
  const late = seen(first) === 'whole' ? null : (firstSeen(spans, start) ?? first)
  return names.map((name) => ({
    name,
    price: session[fields[name]],
    start,
    late,
    isPartial: seen(to) !== 'whole'
  }))
}

/** In seconds since the epoch; null if nothing was recorded. */
function firstSeen(spans: Float64Array, start: number): number | null {
  for (let at = 0; at < spans.length; at += 2)
    if (spans[at + 1]! > start * 1000) return Math.max(start, spans[at]! / 1000)
  return null
}
