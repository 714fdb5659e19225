import { createHash } from 'node:crypto'
import type { Profile } from '#shared/contract/connection/connections'

export type ServiceNamed = Pick<Profile, 'environment' | 'restBase' | 'clientId' | 'feed'>

/**
 * Identifies the service whose records a connection reads. It changes with the endpoints, except for the local
 * sandbox. A desk feed says whose market data it has.
 */
export const serviceDigest = ({ environment, restBase, clientId, feed }: ServiceNamed): string =>
  feed?.digest ??
  createHash('sha256')
    .update(JSON.stringify([environment, restBase, clientId]))
    .digest('hex')
    .slice(0, 12)
