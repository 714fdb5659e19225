import { marketStatusText } from '../../messages/market-status'
import type { SessionState, SessionStatus } from '../connection/session-status'
import type { Status } from '../connection/status'
import type { Problem } from '../base/problem'
import type { BookState } from './book-states'

export interface MarketFacts {
  readonly book: BookState
  readonly reason: string | null
  readonly problem: Problem | null
  readonly received: boolean
  /** When it last arrived, as shown. */
  readonly asOf?: string | null
  readonly crossed: boolean
  readonly quiet: boolean
  readonly paused: boolean
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

/** The status of a market in a window in replay; the live session says nothing about it. */
export const replayedStates = [
  'replay',
  'unavailable',
  'declined',
  'unrecorded',
  'awaiting',
  'overdue',
  'rebuilding',
  'stale',
  'trades-declined',
  'paused',
  'crossed',
  'quiet'
] as const
type ReplayedState = (typeof replayedStates)[number]

export interface ShownMarket extends Status<MarketState | ReplayedState> {
  /** The figures are not, or were not, in sync with the service. */
  readonly muted: boolean
  readonly banner: boolean
  readonly empty: string
}

type StateStyle = Omit<ShownMarket, 'state' | 'sentence' | 'nextTryAt' | 'action' | 'empty' | 'muted'> & {
  readonly sentence: string | null
  readonly empty: string
}

const subscribesAgain = marketStatusText.nextStep.resubscribes
const nothing = marketStatusText.empty.yet

const stateStyles: Record<OwnState, StateStyle> = {
  unavailable: {
    word: marketStatusText.words.unavailable,
    look: 'refused',
    live: false,
    banner: true,
    sentence: null,
    nextStep: marketStatusText.nextStep.chooseAnother,
    empty: marketStatusText.empty.nothing
  },
  declined: {
    word: marketStatusText.words.declined,
    look: 'refused',
    live: false,
    banner: true,
    sentence: null,
    nextStep: marketStatusText.nextStep.chooseOrWait,
    empty: marketStatusText.empty.nothing
  },
  unsubscribed: {
    word: marketStatusText.words.unsubscribed,
    look: 'quiet',
    live: false,
    banner: true,
    sentence: marketStatusText.sentences.unsubscribed,
    nextStep: null,
    empty: nothing
  },
  awaiting: {
    word: marketStatusText.words.awaiting,
    look: 'coming',
    live: false,
    banner: true,
    sentence: marketStatusText.sentences.awaiting,
    nextStep: null,
    empty: nothing
  },
  overdue: {
    word: marketStatusText.words.overdue,
    look: 'old',
    live: false,
    banner: true,
    sentence: null,
    nextStep: subscribesAgain,
    empty: nothing
  },
  rebuilding: {
    word: marketStatusText.words.rebuilding,
    look: 'coming',
    live: false,
    banner: true,
    sentence: null,
    nextStep: subscribesAgain,
    empty: nothing
  },
  stale: {
    word: marketStatusText.words.stale,
    look: 'old',
    live: false,
    banner: true,
    sentence: marketStatusText.sentences.stale,
    nextStep: null,
    empty: nothing
  },
  'trades-declined': {
    word: marketStatusText.words.noTrades,
    look: 'old',
    live: true,
    banner: true,
    sentence: null,
    nextStep: marketStatusText.nextStep.retries,
    empty: marketStatusText.empty.nothing
  },
  paused: {
    word: marketStatusText.words.paused,
    look: 'quiet',
    live: true,
    banner: false,
    sentence: marketStatusText.sentences.paused,
    nextStep: marketStatusText.nextStep.resume,
    empty: marketStatusText.empty.paused
  },
  crossed: {
    word: marketStatusText.words.crossed,
    look: 'live',
    live: true,
    banner: false,
    sentence: marketStatusText.sentences.crossed,
    nextStep: null,
    empty: nothing
  },
  quiet: {
    word: marketStatusText.words.quiet,
    look: 'live',
    live: true,
    banner: false,
    sentence: marketStatusText.sentences.quiet,
    nextStep: null,
    empty: nothing
  }
}

export const withAsOf = (sentence: string, asOf: string | null): string =>
  asOf === null ? sentence : `${marketStatusText.sentences.asOf(asOf)} ${sentence}`

/** Never better than the session's state. */
export function marketStatus(facts: MarketFacts, session: SessionStatus): ShownMarket {
  const own = judge(facts, session)
  const withAge = (sentence: string) => sentenceWithAge(sentence, facts)
  if (own === null) {
    const { live, sentence, state, word, look, nextStep, nextTryAt, action } = session
    return {
      ...{ state, word, look, live, muted: !live, nextStep, nextTryAt, action },
      sentence: live ? sentence : withAge(sentence),
      banner: !live,
      empty: live ? nothing : marketStatusText.empty.nothing
    }
  }
  const { sentence, ...style } = stateStyles[own]
  const text = sentenceOf(own, facts) ?? sentence ?? ''
  const live = style.live && !(own === 'trades-declined' && facts.ofTrades)
  return {
    ...style,
    live,
    muted: !live,
    state: own,
    sentence: live ? text : withAge(text),
    nextTryAt: null,
    action: null
  }
}

/** While nothing of the recording was read, or it could not be. */
export function unreadStatus(): ShownMarket {
  const { word, unread, unreadEmpty } = marketStatusText.replayed
  const shared = { state: 'replay', look: 'replay', live: false, nextTryAt: null, action: null } as const
  return { ...shared, word, sentence: unread, muted: true, banner: false, nextStep: null, empty: unreadEmpty }
}

/** As it was then; never live. */
export function replayedStatus(facts: MarketFacts): ShownMarket {
  const state = judgeReplayed(facts)
  const { replayed } = marketStatusText
  const shared = { state, look: 'replay', live: false, nextTryAt: null, action: null } as const
  if (state === 'replay') {
    const { word, sentence, empty } = replayed
    return { ...shared, word, sentence, muted: false, banner: false, nextStep: null, empty }
  }
  const { word, live, banner, nextStep } =
    state === 'unrecorded' ? stateStyles.unsubscribed : stateStyles[state]
  const muted = !live || (state === 'trades-declined' && facts.ofTrades)
  const sentence =
    state === 'unavailable' || state === 'paused'
      ? (sentenceOf(state, facts) ?? stateStyles[state].sentence ?? '')
      : [replayed.sentences[state], facts.reason].filter(Boolean).join(' ')
  return {
    ...shared,
    word: state === 'unrecorded' ? replayed.unrecorded : word,
    muted,
    banner,
    sentence: muted ? sentenceWithAge(sentence, facts) : sentence,
    nextStep: state === 'paused' || state === 'unavailable' ? nextStep : null,
    empty: replayed.empty
  }
}

function sentenceWithAge(sentence: string, { received, asOf }: MarketFacts): string {
  if (!received) return sentence
  return asOf ? withAsOf(sentence, asOf) : `${sentence} ${marketStatusText.sentences.lastReceived}`
}

function judgeReplayed({ book, reason, problem, crossed, quiet, paused }: MarketFacts): ReplayedState {
  if (problem) return 'unavailable'
  switch (book) {
    case 'idle':
      return 'unrecorded'
    case 'refused':
      return 'declined'
    case 'awaiting':
      return reason === null ? 'awaiting' : 'overdue'
    case 'rebuilding':
    case 'stale':
      return book
    case 'live':
      if (reason !== null) return 'trades-declined'
      return paused ? 'paused' : crossed ? 'crossed' : quiet ? 'quiet' : 'replay'
  }
}

/** Null if the session's state applies. */
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
      return reason ?? marketStatusText.sentences.declined
    case 'overdue':
    case 'trades-declined':
      return reason
    case 'rebuilding':
      return [marketStatusText.sentences.rebuilding, reason].filter(Boolean).join(' ')
    default:
      return null
  }
}
