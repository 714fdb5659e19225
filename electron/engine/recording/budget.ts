import { maxLocalGigabytes } from '#shared/contract/recording/recording'
import type { Settings } from '#shared/contract/app/settings'
import type { Budgets, PerLog, TierBudget } from './messages'

const gigabyte = 1e9

type LogLimits = Pick<Settings, 'recordingDays' | 'recordingGigabytes' | 'parquet'>
type ParquetLimits = Pick<Settings, 'parquetDays' | 'parquetGigabytes'>

export function budgetsOf({ recordingDays, recordingGigabytes, parquet: sealedFirst }: LogLimits): Budgets {
  const { local, remote } = tiers(recordingDays, recordingGigabytes)
  const more = { freeBytes: gigabyte, sealedFirst }
  return { local: { ...local, ...more }, remote: { ...remote, ...more } }
}

export const parquetBudgetsOf = ({ parquetDays, parquetGigabytes }: ParquetLimits): PerLog<TierBudget> =>
  tiers(parquetDays, parquetGigabytes)

const tiers = (days: number, gigabytes: number): PerLog<TierBudget> => ({
  local: { days, bytes: Math.min(gigabytes, maxLocalGigabytes) * gigabyte },
  remote: { days, bytes: gigabytes * gigabyte }
})
