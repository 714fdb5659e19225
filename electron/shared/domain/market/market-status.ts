import type { SessionState, SessionStatus } from '../connection/session-status'
import type { Status } from '../connection/status'
import type { Problem } from '../base/problem'
import type { BookState } from './book-states'

export interface MarketFacts {
  readonly book: BookState
  /** Why the book is not live; why there are no trades where it is. */
  readonly reason: string | null
  /** Why this market cannot be subscribed at all. */
  readonly problem: Problem | null
  /** Whether anything of the market was received, and may still be on the screen. */
  readonly received: boolean
  readonly crossed: boolean
  /** Nothing has come for longer than usual. */
  readonly quiet: boolean
  /** The person holds the figures still. */
  readonly paused: boolean
  /** What is shown comes from the trades, not from the book. */
  readonly ofTrades: boolean
}

export const marketStates = [
  'unavailable',
  'declined',
  'unsubscribed',
  'awaiting',
  'overdue',
  'rebuilding',
  'stale',
  'trades-declined',
  'paused',
  'crossed',
  'quiet'
] as const
type OwnState = (typeof marketStates)[number]
type MarketState = OwnState | SessionState

export interface ShownMarket extends Status<MarketState> {
  /** Worth a line of its own above the figures. */
  readonly banner: boolean
  /** What a body without any figures says. */
  readonly empty: string
}

type Face = Omit<ShownMarket, 'state' | 'sentence' | 'nextTryAt' | 'action' | 'empty'> & {
  readonly sentence: string | null
  readonly empty: string
}

const subscribesAgain = 'Leadline resubscribes automatically.'
const nothing = 'Nothing received yet.'

const faces: Record<OwnState, Face> = {
  unavailable: {
    word: 'Unavailable',
    look: 'refused',
    live: false,
    banner: true,
    sentence: null,
    nextStep: 'Choose another market.',
    empty: 'Nothing received.'
  },
  declined: {
    word: 'Declined',
    look: 'refused',
    live: false,
    banner: true,
    sentence: null,
    nextStep: 'Choose another market, or wait: Leadline asks again.',
    empty: 'Nothing received.'
  },
  unsubscribed: {
    word: 'Not subscribed',
    look: 'quiet',
    live: false,
    banner: true,
    sentence: 'This market is not subscribed yet.',
    nextStep: null,
    empty: nothing
  },
  awaiting: {
    word: 'Awaiting',
    look: 'coming',
    live: false,
    banner: true,
    sentence: 'Waiting for the first snapshot of the book.',
    nextStep: null,
    empty: nothing
  },
  overdue: {
    word: 'Overdue',
    look: 'old',
    live: false,
    banner: true,
    sentence: null,
    nextStep: subscribesAgain,
    empty: nothing
  },
  rebuilding: {
    word: 'Rebuilding',
    look: 'coming',
    live: false,
    banner: true,
    sentence: null,
    nextStep: subscribesAgain,
    empty: nothing
  },
  stale: {
    word: 'Stale',
    look: 'old',
    live: false,
    banner: true,
    sentence: 'Nothing is coming from the service.',
    nextStep: null,
    empty: nothing
  },
  'trades-declined': {
    word: 'No trades',
    look: 'old',
    live: true,
    banner: true,
    sentence: null,
    nextStep: 'Leadline asks again.',
    empty: 'Nothing received.'
  },
  paused: {
    word: 'Paused',
    look: 'quiet',
    live: true,
    banner: false,
    sentence: 'These figures are held still.',
    nextStep: 'Resume to see the newest.',
    empty: 'Nothing received while paused.'
  },
  crossed: {
    word: 'Crossed',
    look: 'live',
    live: true,
    banner: false,
    sentence: 'The best bid stays at or above the best ask.',
    nextStep: null,
    empty: nothing
  },
  quiet: {
    word: 'Quiet',
    look: 'live',
    live: true,
    banner: false,
    sentence: 'Live. The service answers, but this market has had no message for a while.',
    nextStep: null,
    empty: nothing
  }
}

/** The one state of a market under the session that it comes from: never better than that. */
export function marketStatus(facts: MarketFacts, session: SessionStatus): ShownMarket {
  const own = judge(facts, session)
  const old = facts.received ? ' These are the last figures received.' : ''
  if (own === null) {
    const { live, sentence, state, word, look, nextStep, nextTryAt, action } = session
    return {
      ...{ state, word, look, live, nextStep, nextTryAt, action },
      sentence: live ? sentence : `${sentence}${old}`,
      banner: !live,
      empty: live ? nothing : 'Nothing received.'
    }
  }
  const { sentence, ...face } = faces[own]
  const told = sentenceOf(own, facts) ?? sentence ?? ''
  const live = face.live && !(own === 'trades-declined' && facts.ofTrades)
  return {
    ...face,
    live,
    state: own,
    sentence: live || own === 'declined' || own === 'unavailable' ? told : `${told}${old}`,
    nextTryAt: null,
    action: null
  }
}

/** Null where the session's own state says it all. */
function judge(facts: MarketFacts, session: SessionStatus): OwnState | null {
  const { book, reason, problem, crossed, quiet, paused } = facts
  if (problem) return 'unavailable'
  if (!session.open || session.state === 'silent') return null
  switch (book) {
    case 'idle':
      return 'unsubscribed'
    case 'refused':
      return 'declined'
    case 'awaiting':
      return reason === null ? 'awaiting' : 'overdue'
    case 'rebuilding':
      return 'rebuilding'
    case 'stale':
      return 'stale'
    case 'live':
      if (!session.live) return null
      if (reason !== null) return 'trades-declined'
      return paused ? 'paused' : crossed ? 'crossed' : quiet ? 'quiet' : null
  }
}

function sentenceOf(state: OwnState, { reason, problem }: MarketFacts): string | null {
  switch (state) {
    case 'unavailable':
      return problem?.sentence ?? null
    case 'declined':
      return reason ?? 'The service declined this market.'
    case 'overdue':
    case 'trades-declined':
      return reason
    case 'rebuilding':
      return reason === null ? 'The book is being rebuilt.' : `The book is being rebuilt. ${reason}`
    default:
      return null
  }
}
