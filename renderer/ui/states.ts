import type { ConnectionPhase } from '#shared/contract/connection/connections'
import type { BookState } from '#shared/contract/market/markets'
import type { StateLook } from '#shared/domain/connection/status'

export type { StateLook }

/** Of a connection as it stands with its token host, whatever becomes of its stream. */
export const connectionShown: Record<ConnectionPhase, { readonly word: string; readonly look: StateLook }> = {
  idle: { word: 'Not connected', look: 'quiet' },
  connecting: { word: 'Connecting', look: 'coming' },
  connected: { word: 'Connected', look: 'live' },
  refused: { word: 'Refused', look: 'refused' },
  failed: { word: 'Failed', look: 'refused' }
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
