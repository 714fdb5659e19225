import type { ConnectionsStore } from '../../lib/state/connections.svelte'

export function streamAvailable(connections: ConnectionsStore): boolean {
  const { phase, profileId } = connections.status
  return phase === 'connected' && connections.profile(profileId)?.features.markets === true
}
