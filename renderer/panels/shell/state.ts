import type { SessionStatus } from '#shared/domain/connection/session-status'
import { replayText } from '../../messages/replay'
import {
  marketStatus,
  replayedStatus,
  unreadStatus,
  withAsOf,
  type MarketFacts,
  type ShownMarket
} from '#shared/domain/market/market-status'
import type { MarketStatus, MarketView } from '../../lib/markets'

/** Milliseconds without messages after which a live market is quiet. */
const quietAfter = 60_000

export function isQuiet({ bookAge, tradeAge }: Pick<MarketView, 'bookAge' | 'tradeAge'>): boolean {
  const age = Math.min(bookAge ?? Infinity, tradeAge ?? Infinity)
  return age < Infinity && age > quietAfter
}

type Beside = Partial<Pick<MarketFacts, 'quiet' | 'paused' | 'ofTrades' | 'asOf'>>

interface Shown {
  readonly session: { readonly status: SessionStatus }
  readonly replay: { readonly active: boolean; readonly unread?: boolean }
}

export function shownMarket(
  { state, reason, problem, received, crossed }: MarketStatus,
  { session, replay }: Shown,
  beside: Beside = {}
): ShownMarket {
  if (replay.unread) return unreadStatus()
  const facts = {
    ...{ book: state, reason, problem, received, crossed },
    ...{ quiet: false, paused: false, ofTrades: false, ...beside }
  }
  return replay.active ? replayedStatus(facts) : marketStatus(facts, session.status)
}

/** Of a panel without a market in a window in replay. */
export const shownReplay = (): ShownMarket => ({
  ...replayedStatus({
    ...{ book: 'live', reason: null, problem: null, received: true },
    ...{ crossed: false, quiet: false, paused: false, ofTrades: false }
  }),
  sentence: replayText.badgeTip
})

/** Beside a replay, nothing says "Live". */
export const besideReplay = (shown: ShownMarket): ShownMarket =>
  shown.live ? { ...shown, word: replayText.live.connected } : shown

export function shownSession(session: SessionStatus, asOf: string | null = null): ShownMarket {
  const live = session.open && session.state !== 'silent'
  const sentence = live ? session.sentence : withAsOf(session.sentence, asOf)
  return { ...session, sentence, live, muted: !live, banner: !live, empty: '' }
}
