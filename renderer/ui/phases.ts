import type { ConnectionPhase } from '../../electron/shared/contract/connections'

export const phaseWords: Record<ConnectionPhase, string> = {
  idle: 'Not connected',
  connecting: 'Connecting',
  connected: 'Connected',
  refused: 'Refused',
  failed: 'Failed'
}
