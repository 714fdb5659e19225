import type { BookState, StreamPhase } from '../../electron/shared/contract/markets'

export type StateLook = 'live' | 'coming' | 'old' | 'refused' | 'quiet'

interface Shown {
  readonly word: string
  readonly look: StateLook
}

export const streamStates: Record<StreamPhase, Shown> = {
  idle: { word: 'No stream', look: 'quiet' },
  connecting: { word: 'Connecting', look: 'coming' },
  /** Its socket is open; a market is not, or not yet, subscribed. */
  open: { word: 'Connected', look: 'quiet' },
  subscribed: { word: 'Live', look: 'live' },
  degraded: { word: 'Silent', look: 'old' },
  waiting: { word: 'Waiting', look: 'coming' },
  refused: { word: 'Refused', look: 'refused' }
}

/** In the order of how much they need a look. */
export const bookStateOrder: readonly BookState[] = [
  'refused',
  'stale',
  'rebuilding',
  'awaiting',
  'live',
  'idle'
]

export const bookStateShown: Record<BookState, Shown> = {
  idle: { word: 'Idle', look: 'quiet' },
  awaiting: { word: 'Awaiting', look: 'coming' },
  live: { word: 'Live', look: 'live' },
  stale: { word: 'Stale', look: 'old' },
  rebuilding: { word: 'Rebuilding', look: 'coming' },
  refused: { word: 'Refused', look: 'refused' }
}
