import { sessionText } from '../../messages/stream'
import type { Problem } from '../base/problem'
import { type Cause, causeOf } from './cause'
import type { ConnectionPhase } from './phases'
import type { Status } from './status'
import { type StreamFacts, streamSentence } from './stream-sentence'

export interface SessionFacts {
  readonly connection: {
    readonly phase: ConnectionPhase
    readonly sentence: string
    readonly problem: Problem | null
    readonly retryAt: number | null
    readonly since: number
  }
  readonly marketsEnabled: boolean
  /** Null while unknown. */
  readonly scopeGranted: boolean | null
  readonly stream: StreamFacts & { readonly retryAt: number | null; readonly since: number }
  readonly clockOff: boolean
}

export const sessionStates = [
  'unconnected',
  'markets-off',
  'authorizing',
  'connecting',
  'waking',
  'open',
  'subscribing',
  'live',
  'clock-off',
  'token-late',
  'silent',
  'offline',
  'waiting',
  'limited',
  'unauthorized',
  'missing-scope',
  'not-allowed',
  'refused',
  'failed',
  'untrusted',
  'locked',
  'secret-needed',
  'feed-lost',
  'feed-refused',
  'no-collector',
  'feed-rebuilding',
  'feed-late',
  'platform-silent'
] as const
export type SessionState = (typeof sessionStates)[number]
export interface SessionStatus extends Status<SessionState> {
  readonly open: boolean
  readonly since: number
}

type StateStyle = Pick<SessionStatus, 'look' | 'nextStep' | 'action'>

export const marketDataScope = 'exchange:read_aggregated_marketdata_stream'

const { badges, nextSteps, sentences } = sessionText

const stateStyles: Readonly<Record<SessionState, StateStyle>> = {
  unconnected: { look: 'quiet', nextStep: nextSteps.choose, action: 'choose' },
  'markets-off': { look: 'quiet', nextStep: nextSteps.turnOnMarkets, action: 'edit' },
  authorizing: { look: 'coming', nextStep: null, action: null },
  connecting: { look: 'coming', nextStep: null, action: null },
  waking: { look: 'coming', nextStep: null, action: null },
  open: { look: 'quiet', nextStep: nextSteps.addMarket, action: null },
  subscribing: { look: 'coming', nextStep: null, action: null },
  live: { look: 'live', nextStep: null, action: null },
  'clock-off': { look: 'live', nextStep: nextSteps.checkClock, action: null },
  'token-late': { look: 'live', nextStep: nextSteps.retrying, action: null },
  silent: { look: 'old', nextStep: nextSteps.reconnecting, action: 'retry' },
  offline: { look: 'coming', nextStep: nextSteps.awaitNetwork, action: 'retry' },
  waiting: { look: 'coming', nextStep: nextSteps.retrying, action: 'retry' },
  limited: { look: 'coming', nextStep: nextSteps.waiting, action: 'retry' },
  unauthorized: { look: 'refused', nextStep: nextSteps.checkClient, action: 'retry' },
  'missing-scope': { look: 'refused', nextStep: nextSteps.grantScope(marketDataScope), action: 'retry' },
  'not-allowed': { look: 'refused', nextStep: nextSteps.allowClient, action: 'retry' },
  refused: { look: 'refused', nextStep: nextSteps.checkAddresses, action: 'retry' },
  failed: { look: 'refused', nextStep: nextSteps.checkConnection, action: 'retry' },
  untrusted: { look: 'refused', nextStep: nextSteps.checkTrust, action: 'retry' },
  locked: { look: 'refused', nextStep: nextSteps.unlockKeychain, action: 'retry' },
  'secret-needed': { look: 'refused', nextStep: nextSteps.enterSecret, action: 'edit' },
  'feed-lost': { look: 'coming', nextStep: nextSteps.retrying, action: 'retry' },
  'feed-refused': { look: 'refused', nextStep: nextSteps.newSeatFile, action: 'edit' },
  'no-collector': { look: 'old', nextStep: nextSteps.checkCollector, action: null },
  'feed-rebuilding': { look: 'coming', nextStep: nextSteps.fetching, action: null },
  'feed-late': { look: 'old', nextStep: nextSteps.checkComputer, action: null },
  'platform-silent': { look: 'old', nextStep: nextSteps.collectorReconnects, action: null }
}

const open: ReadonlySet<SessionState> = new Set([
  'open',
  'subscribing',
  'live',
  'clock-off',
  'token-late',
  'silent'
])
const live: ReadonlySet<SessionState> = new Set(['live', 'clock-off', 'token-late'])

/** A connection that waits for a new token keeps its stream. */
export function sessionStatus(facts: SessionFacts): SessionStatus {
  const { state, from } = judge(facts)
  const { connection, stream } = facts
  const source = from === 'connection' ? connection : stream
  const waits = stateStyles[state].action === 'retry' || stateStyles[state].action === 'edit'
  return {
    ...stateStyles[state],
    word: badges[state],
    state,
    open: open.has(state),
    live: live.has(state),
    sentence: sentenceOf(state, from, facts),
    nextTryAt: waits ? source.retryAt : null,
    since: source.since
  }
}

function judge(facts: SessionFacts): { state: SessionState; from: 'connection' | 'stream' } {
  const { connection, stream, marketsEnabled, scopeGranted } = facts
  const of = (state: SessionState) => ({ state, from: 'connection' as const })
  const troubled = connection.phase === 'refused' || connection.phase === 'failed'
  if (connection.phase === 'idle') return of('unconnected')
  if (connection.phase === 'connecting') return of('authorizing')
  // A connection that waits for a new token keeps its stream.
  if (connection.phase === 'refused' || (troubled && stream.phase === 'idle')) {
    return of(stateOfTrouble(connection.problem, scopeGranted, connection.phase === 'refused'))
  }
  if (!marketsEnabled) return of('markets-off')
  return { state: stateOfStream(facts, troubled), from: 'stream' }
}

function stateOfStream({ stream, scopeGranted, clockOff }: SessionFacts, tokenLate: boolean): SessionState {
  const { phase, stage, problem, channels } = stream
  switch (phase) {
    case 'idle':
      return 'connecting'
    case 'connecting':
      if (problem && causeOf(problem) === 'slept') return 'waking'
      return stage === 'handshake' ? 'connecting' : 'authorizing'
    case 'open':
      return channels.wanted === 0 ? 'open' : 'subscribing'
    case 'subscribed':
      return tokenLate ? 'token-late' : clockOff ? 'clock-off' : 'live'
    case 'degraded':
      return stateOfSilence(problem)
    case 'waiting':
    case 'refused':
      return stateOfTrouble(problem, scopeGranted, phase === 'refused')
  }
}

/** Of a desk feed that is connected to its server. */
const feedStates = ['no-collector', 'feed-rebuilding', 'feed-late', 'platform-silent'] as const
type FeedSessionState = (typeof feedStates)[number]

const troubles: Record<Exclude<Cause, 'forbidden' | 'slept' | 'other' | FeedSessionState>, SessionState> = {
  offline: 'offline',
  untrusted: 'untrusted',
  unauthorized: 'unauthorized',
  scope: 'missing-scope',
  limited: 'limited',
  locked: 'locked',
  secret: 'secret-needed',
  'feed-lost': 'feed-lost',
  'feed-refused': 'feed-refused'
}

function stateOfSilence(problem: Problem | null): SessionState {
  const cause = problem && causeOf(problem)
  return feedStates.find((state) => state === cause) ?? 'silent'
}

function stateOfTrouble(
  problem: Problem | null,
  scopeGranted: boolean | null,
  refused: boolean
): SessionState {
  const cause = problem ? causeOf(problem) : 'other'
  if (cause === 'forbidden') return scopeGranted === false ? 'missing-scope' : 'not-allowed'
  if (cause in troubles) return troubles[cause as keyof typeof troubles]
  if (refused) return 'refused'
  return problem?.retryable === false ? 'failed' : 'waiting'
}

function sentenceOf(state: SessionState, from: 'connection' | 'stream', facts: SessionFacts): string {
  const { connection, stream } = facts
  switch (state) {
    case 'markets-off':
      return sentences.marketsOff
    case 'clock-off':
      return sentences.clockOff
    case 'token-late':
      return sentences.tokenLate(connection.problem?.sentence)
    default:
      return from === 'connection' ? connection.sentence : streamSentence(stream)
  }
}
