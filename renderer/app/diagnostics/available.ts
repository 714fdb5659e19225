import type { ConnectionsStore } from '../../lib/state/connections.svelte'

/** The connection in use brings a stream of markets. */
export function streamAvailable(connections: ConnectionsStore): boolean {
  const { phase, profileId } = connections.status
  return phase === 'connected' && connections.profile(profileId)?.features.markets === true
}
