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
    /** Milliseconds since the epoch. */
    readonly since: number
  }
  /** Whether the connection in use reads market data. */
  readonly marketsEnabled: boolean
  /** Whether the token grants the scope of market data; null while that is not known. */
  readonly scopeGranted: boolean | null
  readonly stream: StreamFacts & { readonly retryAt: number | null; readonly since: number }
  /** The service's clock is off by more than is tolerated. */
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
  'secret-needed'
] as const
export type SessionState = (typeof sessionStates)[number]
export interface SessionStatus extends Status<SessionState> {
  /** The socket is open. */
  readonly open: boolean
  /** Milliseconds since the epoch. */
  readonly since: number
}

type Face = Pick<SessionStatus, 'word' | 'look' | 'nextStep' | 'action'>

export const marketDataScope = 'exchange:read_aggregated_marketdata_stream'

const again = 'Leadline retries automatically.'

const faces: Record<SessionState, Face> = {
  unconnected: { word: 'Not connected', look: 'quiet', nextStep: 'Choose a connection.', action: 'choose' },
  'markets-off': {
    word: 'Connected',
    look: 'quiet',
    nextStep: 'Turn on market data in the connection.',
    action: 'edit'
  },
  authorizing: { word: 'Getting token', look: 'coming', nextStep: null, action: null },
  connecting: { word: 'Connecting', look: 'coming', nextStep: null, action: null },
  waking: { word: 'Reconnecting', look: 'coming', nextStep: null, action: null },
  open: { word: 'Connected', look: 'quiet', nextStep: 'Add a market.', action: null },
  subscribing: { word: 'Subscribing', look: 'coming', nextStep: null, action: null },
  live: { word: 'Live', look: 'live', nextStep: null, action: null },
  'clock-off': { word: 'Live', look: 'live', nextStep: 'Check the clock of this computer.', action: null },
  'token-late': { word: 'Live, no new token', look: 'live', nextStep: again, action: null },
  silent: {
    word: 'Silent',
    look: 'old',
    nextStep: 'Leadline reconnects if this lasts.',
    action: 'retry'
  },
  offline: {
    word: 'No network',
    look: 'coming',
    nextStep: 'Leadline reconnects when the network is back.',
    action: 'retry'
  },
  waiting: { word: 'Disconnected', look: 'coming', nextStep: again, action: 'retry' },
  limited: {
    word: 'Rate limited',
    look: 'coming',
    nextStep: 'Leadline waits for as long as the service asks.',
    action: 'retry'
  },
  unauthorized: {
    word: 'Unauthorized',
    look: 'refused',
    nextStep: 'Check the client ID and the client secret.',
    action: 'retry'
  },
  'missing-scope': {
    word: 'Scope missing',
    look: 'refused',
    nextStep: `Ask the service to grant ${marketDataScope} to this client ID.`,
    action: 'retry'
  },
  'not-allowed': {
    word: 'Not allowed',
    look: 'refused',
    nextStep: 'Ask the service to put this client ID on its allow list for market data.',
    action: 'retry'
  },
  refused: {
    word: 'Refused',
    look: 'refused',
    nextStep: 'Check the addresses of the connection.',
    action: 'retry'
  },
  failed: { word: 'Failed', look: 'refused', nextStep: 'Check the connection.', action: 'retry' },
  untrusted: {
    word: 'Not secure',
    look: 'refused',
    nextStep: 'Check the address, the clock of this computer and its trusted authorities.',
    action: 'retry'
  },
  locked: {
    word: 'Keychain',
    look: 'refused',
    nextStep: 'Unlock the keychain, then try again.',
    action: 'retry'
  },
  'secret-needed': {
    word: 'Secret needed',
    look: 'refused',
    nextStep: 'Enter the client secret in the connection.',
    action: 'edit'
  }
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

/** The one state of a connection and its stream, with all that is said of it. */
export function sessionStatus(facts: SessionFacts): SessionStatus {
  const { state, from } = judge(facts)
  const { connection, stream } = facts
  const source = from === 'connection' ? connection : stream
  const waits = faces[state].action === 'retry' || faces[state].action === 'edit'
  return {
    ...faces[state],
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
      return 'silent'
    case 'waiting':
    case 'refused':
      return stateOfTrouble(problem, scopeGranted, phase === 'refused')
  }
}

const troubles: Record<Exclude<Cause, 'forbidden' | 'slept' | 'other'>, SessionState> = {
  offline: 'offline',
  untrusted: 'untrusted',
  unauthorized: 'unauthorized',
  scope: 'missing-scope',
  limited: 'limited',
  locked: 'locked',
  secret: 'secret-needed'
}

function stateOfTrouble(
  problem: Problem | null,
  scopeGranted: boolean | null,
  refused: boolean
): SessionState {
  const cause = problem ? causeOf(problem) : 'other'
  if (cause === 'forbidden') return scopeGranted === false ? 'missing-scope' : 'not-allowed'
  if (cause !== 'slept' && cause !== 'other') return troubles[cause]
  if (refused) return 'refused'
  return problem?.retryable === false ? 'failed' : 'waiting'
}

function sentenceOf(state: SessionState, from: 'connection' | 'stream', facts: SessionFacts): string {
  const { connection, stream } = facts
  switch (state) {
    case 'markets-off':
      return 'Connected. Market data is turned off in this connection.'
    case 'clock-off':
      return 'Market data is live, but the clock of the service and the clock of this computer differ.'
    case 'token-late':
      return `Market data is live, but a new access token is not available. ${connection.problem?.sentence ?? ''}`.trimEnd()
    default:
      return from === 'connection' ? connection.sentence : streamSentence(stream)
  }
}
