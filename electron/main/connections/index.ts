import { systemClock } from '../../engine/clock'
import {
  openConnections,
  type Connections,
  type LocalService,
  type SecretStore
} from '../../engine/connections'
import type { Fetch } from '../../engine/tokens'
import type { FeatureHandlers } from '../../shared/contract'
import type { ConnectionsState } from '../../shared/contract/connections'

export interface ConnectionsDependencies {
  readonly file: string
  readonly secretStore: SecretStore
  readonly fetch: Fetch
  readonly local: LocalService | null
  readonly keepOutOfLogs: (secret: string) => void
  readonly broadcast: (name: 'connections.changed', state: ConnectionsState) => void
  /** What was found at start-up, for the first window. */
  readonly startNotice: (sentence: string) => void
  /** What happens later, for all windows. */
  readonly notice: (sentence: string) => void
}

export interface SetUpConnections {
  readonly handlers: FeatureHandlers<'connections'>
  readonly connections: Connections
}

export async function setUpConnections(parts: ConnectionsDependencies): Promise<SetUpConnections> {
  const { broadcast, startNotice, ...ports } = parts
  const connections = await openConnections({
    ...ports,
    clock: systemClock,
    random: Math.random,
    changed: (state) => broadcast('connections.changed', state)
  })
  if (connections.fileNotice) startNotice(connections.fileNotice)
  // Asked early, so that the first window need not wait for the answer.
  void connections.checkKeychain()
  return {
    connections,
    handlers: {
      read: () => connections.read(),
      save: (payload) => connections.save(payload),
      duplicate: ({ id }) => connections.duplicate(id),
      remove: ({ id }) => connections.remove(id),
      test: (payload) => connections.test(payload),
      connect: ({ id }) => connections.connect(id),
      disconnect: () => connections.disconnect(),
      checkKeychain: () => connections.checkKeychain()
    }
  }
}
