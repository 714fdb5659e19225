import type { BookState, StreamPhase } from '../../../../electron/shared/contract/markets'
import { bookStateShown, streamStates, type StateLook } from '../../../ui/states'
import type { MarketStatus } from '../../../lib/markets'

/** What a panel says of its data: the word, its look, and the sentence where something is wrong. */
export interface PanelState {
  readonly look: StateLook
  readonly word: string
  /** Only then are its figures painted normally. */
  readonly live: boolean
  /** Null where the word says everything. */
  readonly sentence: string | null
}

const sentences: Record<BookState, string | null> = {
  idle: 'Not connected: these are the last figures that were known.',
  awaiting: 'Waiting for the first picture of the book.',
  live: null,
  stale: 'Nothing has come from the service: these figures are old.',
  rebuilding: 'The book is being rebuilt: these figures may be wrong.',
  refused: 'The service refuses this market.'
}

export function marketState(status: MarketStatus, phase: StreamPhase): PanelState {
  const { problem, state, reason } = status
  if (problem) return { look: 'refused', word: 'Refused', live: false, sentence: problem.sentence }
  const { look, word } = bookStateShown[state]
  if (state === 'live') return { look, word, live: true, sentence: null }
  // The stream says more than "stale": whether anything is being done about it.
  const lost = phase === 'waiting' || phase === 'connecting'
  if (lost && state !== 'refused')
    return { look: 'coming', word: 'Disconnected', live: false, sentence: reason ?? sentences[state] }
  return { look, word, live: false, sentence: reason ?? sentences[state] }
}

/** Of what is not about one market. */
export function streamState(phase: StreamPhase, sentence: string): PanelState {
  const { look, word } = streamStates[phase]
  const live = phase === 'subscribed' || phase === 'open'
  return { look, word, live, sentence: live ? null : sentence }
}
