import { createHash } from 'node:crypto'
import type { Profile } from '#shared/contract/connection/connections'

export type ServiceNamed = Pick<Profile, 'environment' | 'restBase' | 'clientId'>

/**
 * Whose records a connection reads, in short. A connection that is pointed elsewhere is another one to what was kept
 * of it, and the same again when it is pointed back. The local sandbox names no address, so that it stays what it is.
 */
export const serviceDigest = ({ environment, restBase, clientId }: ServiceNamed): string =>
  createHash('sha256')
    .update(JSON.stringify([environment, restBase, clientId]))
    .digest('hex')
    .slice(0, 12)
