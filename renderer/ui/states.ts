import type { ConnectionPhase } from '#shared/domain/connection/phases'
import type { BookState } from '#shared/contract/market/markets'
import type { StateLook } from '#shared/domain/connection/status'
import { uiText } from '../messages/ui'

export type { StateLook }

/** The state of a connection with its token host, whatever the state of its stream. */
export const connectionShown: Record<ConnectionPhase, { readonly word: string; readonly look: StateLook }> = {
  idle: { word: uiText.state.idle, look: 'quiet' },
  connecting: { word: uiText.state.connecting, look: 'coming' },
  connected: { word: uiText.state.connected, look: 'live' },
  refused: { word: uiText.state.refused, look: 'refused' },
  failed: { word: uiText.state.failed, look: 'refused' }
}

/** The most urgent first. */
export const bookStateOrder: readonly BookState[] = [
  'refused',
  'stale',
  'rebuilding',
  'awaiting',
  'live',
  'idle'
]
