import { maxLocalGigabytes } from '#shared/contract/recording/recording'
import type { Settings } from '#shared/contract/app/settings'
import type { Budgets } from './messages'

const gigabyte = 1e9

type Limits = Pick<Settings, 'recordingDays' | 'recordingGigabytes'>

export function budgetsOf({ recordingDays: days, recordingGigabytes }: Limits): Budgets {
  const budget = (gigabytes: number) => ({ days, bytes: gigabytes * gigabyte, freeBytes: gigabyte })
  return {
    local: budget(Math.min(recordingGigabytes, maxLocalGigabytes)),
    remote: budget(recordingGigabytes)
  }
}
