import { maxLocalGigabytes } from '#shared/contract/recording/recording'
import type { Settings } from '#shared/contract/app/settings'
import type { ServiceNamed } from '../connection'
import type { Budget } from './messages'

const gigabyte = 1e9

export function budgetOf(
  { environment }: Pick<ServiceNamed, 'environment'>,
  { recordingDays, recordingGigabytes }: Pick<Settings, 'recordingDays' | 'recordingGigabytes'>
): Budget {
  const max = environment === 'local' ? maxLocalGigabytes : Infinity
  return {
    days: recordingDays,
    bytes: Math.min(recordingGigabytes, max) * gigabyte,
    freeBytes: gigabyte
  }
}
