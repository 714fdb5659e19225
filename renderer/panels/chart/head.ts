import { chartText } from '../../messages/panels/chart'
import { formatDecimal } from '#shared/domain/base/decimal'
import { formatTime, zoneLabel, type ClockKind } from '../../lib/format/time'
import type { MarketView, TradedStatistics } from '../../lib/markets'

export interface Head {
  readonly last: string | null
  /** The mid of the best prices, because no trade is known. */
  readonly ofMid: boolean
  /** Over 24 hours, in percent. */
  readonly change: string | null
  readonly rising: boolean | null
  /** The start of recorded data if not all of the 24 hours; milliseconds since the epoch. */
  readonly since: number | null
  /** The start of recorded data if only part of the session. */
  readonly session: number | null
}

export const nothingKnown: Head = {
  last: null,
  ofMid: false,
  change: null,
  rising: null,
  since: null,
  session: null
}

/** `close` is that of the newest candle, which the chart marks as the last price. */
export function readHead(
  { lastDay, session, book }: Pick<MarketView, 'lastDay' | 'session' | 'book'>,
  close: string | null = null
): Head {
  const traded = lastDay?.text('last') ?? null
  // A trade older than a day is not shown.
  const last = lastDay && traded === null ? null : (close ?? traded)
  const change = lastDay?.text('changePercent') ?? null
  const mid = last === null ? (book?.best()?.mid ?? null) : null
  return {
    last: last ?? (mid && formatDecimal(mid)),
    ofMid: last === null && mid !== null,
    change,
    rising: change === null || /^-?[0.]*$/.test(change) ? null : !change.startsWith('-'),
    since: lastDay && !lastDay.complete ? lastDay.since : null,
    session: session && !session.complete ? session.since : null
  }
}

/** The start of VWAP and CVD: the UTC day, or the first recorded minute. */
export function cumulatedFrom(
  session: Pick<TradedStatistics, 'complete' | 'since' | 'news'> | null,
  clock: ClockKind
): string | null {
  if (!session) return null
  const from = session.complete ? session.news.from : (session.since ?? session.news.from)
  return formatTime(from, clock).slice(0, 5)
}

/** How much of the session is known. */
export const coverageText = (since: number, clock: ClockKind) =>
  chartText.head.recordedSince(formatTime(since, clock).slice(0, 5), zoneLabel(since, clock))
