import type { SharedTime } from './shared-time'
import { feedText } from '../../messages/feed'
import { sessionText } from '../../messages/stream'
import type { Problem } from '../base/problem'
import type { ConnectingStage, StreamPhase } from './phases'

export interface StreamFacts {
  readonly phase: StreamPhase
  /** While connecting. */
  readonly stage: ConnectingStage | null
  readonly host: string
  readonly channels: { readonly wanted: number; readonly confirmed: number; readonly markets: number }
  readonly problem: Problem | null
  /** Of a desk feed. */
  readonly isFeed?: true
  /** The same, if its recordings are shared. */
  readonly shared?: SharedTime
}

export const noChannels: StreamFacts['channels'] = { wanted: 0, confirmed: 0, markets: 0 }

const text = sessionText.sentences

const connecting: Record<ConnectingStage, (host: string) => string> = {
  token: () => text.gettingToken,
  handshake: text.connectingTo
}

const sentences: Record<StreamPhase, (facts: StreamFacts) => string> = {
  idle: () => text.notConnected,
  connecting: ({ stage, host, problem }) =>
    [problem?.sentence, connecting[stage ?? 'token'](host)].filter(Boolean).join(' '),
  open: openSentence,
  subscribed: openSentence,
  degraded: ({ problem }) => (problem?.code.startsWith('feed.') ? problem.sentence : text.silent),
  waiting: ({ problem }) => problem?.sentence ?? text.waiting,
  refused: ({ problem }) => problem?.sentence ?? text.refused
}

export const streamSentence = (facts: StreamFacts): string => sentences[facts.phase](facts)

function openSentence({ channels: { wanted, confirmed, markets }, isFeed }: StreamFacts): string {
  if (isFeed) return feedText.following(markets)
  if (wanted === 0) return text.noMarket
  return confirmed === wanted ? text.subscribed(markets) : text.subscribing(confirmed, wanted, markets)
}
