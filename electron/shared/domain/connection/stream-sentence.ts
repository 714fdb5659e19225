import type { Problem } from '../base/problem'
import type { ConnectingStage, StreamPhase } from './phases'

/** What is known of the WebSocket. */
export interface StreamFacts {
  readonly phase: StreamPhase
  /** While connecting. */
  readonly stage: ConnectingStage | null
  readonly host: string
  /** Subscriptions that are wanted, those the service has confirmed, and the markets that they are of. */
  readonly channels: { readonly wanted: number; readonly confirmed: number; readonly markets: number }
  readonly problem: Problem | null
}

export const noChannels: StreamFacts['channels'] = { wanted: 0, confirmed: 0, markets: 0 }

const connecting: Record<ConnectingStage, (host: string) => string> = {
  token: () => 'Getting an access token.',
  handshake: (host) => `Connecting to ${host}.`
}

const sentences: Record<StreamPhase, (facts: StreamFacts) => string> = {
  idle: () => 'Not connected.',
  connecting: ({ stage, host, problem }) =>
    [problem?.sentence, connecting[stage ?? 'token'](host)].filter(Boolean).join(' '),
  open: openSentence,
  subscribed: openSentence,
  degraded: () => 'The connection is open, but nothing is coming from the service.',
  waiting: ({ problem }) => problem?.sentence ?? 'Waiting for the next try.',
  refused: ({ problem }) => problem?.sentence ?? 'The service refused the connection.'
}

export const streamSentence = (facts: StreamFacts): string => sentences[facts.phase](facts)

function openSentence({ channels: { wanted, confirmed, markets } }: StreamFacts): string {
  if (wanted === 0) return 'Connected. No market is subscribed.'
  const named = markets === 1 ? 'one market' : `${markets} markets`
  if (confirmed === wanted) return `Connected and subscribed to ${named}.`
  return `Connected. The service has confirmed ${confirmed} of ${wanted} subscriptions to ${named}.`
}
