import { chartText } from '../../messages/panels/chart'
import { formatDecimal } from '#shared/domain/base/decimal'
import { formatTime, zoneLabel, type ClockKind } from '../../lib/format/time'
import type { MarketView, TradedStatistics } from '../../lib/markets'

export interface Head {
  readonly last: string | null
  /** Nothing is known to have been traded: it is the middle of the best prices. */
  readonly ofMid: boolean
  /** In percent, over 24 hours. */
  readonly change: string | null
  readonly rising: boolean | null
  /** Where not all of the 24 hours was recorded: since when, milliseconds since the epoch. */
  readonly since: number | null
  /** Where not all of the session was recorded: since when; null where all of it was, or nothing. */
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

/** `close` is that of the newest candle, which the chart marks as its last price. */
export function readHead(
  { lastDay, session, book }: Pick<MarketView, 'lastDay' | 'session' | 'book'>,
  close: string | null = null
): Head {
  const traded = lastDay?.text('last') ?? null
  // A trade older than a day is not shown as the price.
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

/** Of what is cumulated from 00:00 UTC: how much of that is known. */
export const coverageText = (since: number, clock: ClockKind) =>
  chartText.head.recordedSince(formatTime(since, clock).slice(0, 5), zoneLabel(since, clock))
