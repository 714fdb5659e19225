import type { SessionStatus } from '#shared/domain/connection/session-status'
import {
  marketStatus,
  withAsOf,
  type MarketFacts,
  type ShownMarket
} from '#shared/domain/market/market-status'
import type { MarketStatus, MarketView } from '../../lib/markets'

/** Milliseconds without messages after which a live market is quiet. */
const quietAfter = 60_000

export function isQuiet({ bookAge, tradeAge }: MarketView): boolean {
  const age = Math.min(bookAge ?? Infinity, tradeAge ?? Infinity)
  return age < Infinity && age > quietAfter
}

type Beside = Partial<Pick<MarketFacts, 'quiet' | 'paused' | 'ofTrades' | 'asOf'>>

export const shownMarket = (
  { state, reason, problem, received, crossed }: MarketStatus,
  session: SessionStatus,
  beside: Beside = {}
): ShownMarket =>
  marketStatus(
    {
      ...{ book: state, reason, problem, received, crossed },
      ...{ quiet: false, paused: false, ofTrades: false, ...beside }
    },
    session
  )

export function shownSession(session: SessionStatus, asOf: string | null = null): ShownMarket {
  const live = session.open && session.state !== 'silent'
  const sentence = live ? session.sentence : withAsOf(session.sentence, asOf)
  return { ...session, sentence, live, banner: !live, empty: '' }
}
