import { featureScopes } from '#shared/contract/connection/connections'
import { sessionStatus, type SessionStatus } from '#shared/domain/connection/session-status'
import type { ConnectionsStore } from './connections.svelte'
import type { Health } from './health.svelte'
import type { MarketsStore } from './markets.svelte'

/** Smaller differences of the service's clock are not mentioned, in milliseconds. */
const tolerated = 5000

/** The combined state of the connection in use and its stream. */
export class SessionStore {
  readonly status = $derived.by((): SessionStatus => {
    const { status: connection } = this.connections
    const { granted, profileId } = connection
    return sessionStatus({
      connection,
      marketsEnabled: this.connections.profile(profileId)?.features.markets ?? false,
      scopeGranted: granted.length === 0 ? null : granted.includes(featureScopes.markets),
      stream: this.markets.state.stream,
      clockOff: Math.abs(this.health.last?.stream?.clockOffset ?? 0) > tolerated
    })
  })

  constructor(
    private readonly connections: ConnectionsStore,
    private readonly markets: MarketsStore,
    private readonly health: Health
  ) {}

  /** Reconnects now instead of after the wait. */
  async retry(): Promise<void> {
    const { phase, profileId } = this.connections.status
    const isWithout = this.markets.state.stream.phase === 'idle'
    if ((phase === 'refused' || phase === 'failed') && isWithout && profileId !== null) {
      await this.connections.connect(profileId)
    } else await this.markets.retry()
  }
}
