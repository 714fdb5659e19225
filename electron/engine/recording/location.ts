import path from 'node:path'
import { serviceDigest, type ServiceNamed } from '../connection'

/** The folder of a service's log, below that of all recordings. */
export const logFolderOf = (recordings: string, service: ServiceNamed): string =>
  path.join(
    recordings,
    `environment=${encodeURIComponent(service.environment)}`,
    `service=${serviceDigest(service)}`,
    'log'
  )
