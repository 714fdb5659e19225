import * as v from 'valibot'
import { sizeUnits } from '../../domain/market/depth/cost'
import { call } from '../base/call'
import { positiveDecimal } from '../market/markets'
import { analysisBuckets, analysisDays, fillIntervals } from './analysis'
import { recordedConnectionId } from './catalog'

export const reportIds = ['spread', 'depth', 'cost', 'average', 'fills', 'coverage', 'days'] as const
export const periodIds = ['1', '7', '14', '30', 'custom'] as const
export const sides = ['buy', 'sell', 'both'] as const
export const withins = ['10', '50'] as const
export const comparedReports = ['spread', 'depth', 'cost', 'average'] as const
export const maxSavedReports = 200
const maxNameLength = 80

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
/** As it was typed. */
const typed = v.pipe(v.string(), v.maxLength(40))
export const reportName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxNameLength))

/** What the reports are about; each uses its part of it. */
const fields = v.object({
  period: v.picklist(periodIds),
  from: typed,
  to: typed,
  days: v.picklist(analysisDays),
  bucket: v.picklist(analysisBuckets),
  side: v.picklist(sides),
  /** Basis points from the mid. */
  within: v.picklist(withins),
  compared: v.picklist(comparedReports),
  day: typed,
  other: typed,
  /** In minutes. */
  interval: v.picklist(fillIntervals)
})
export type ReportFields = v.InferOutput<typeof fields>

const choices = {
  report: v.picklist(reportIds),
  connection: recordedConnectionId,
  market: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  size: v.object({ amount: positiveDecimal, unit: v.picklist(sizeUnits) }),
  fields
}
export const savedReportSchema = v.object({ id, name: reportName, ...choices })
export type SavedReport = v.InferOutput<typeof savedReportSchema>

export const savedReportsCalls = {
  read: call(v.undefined()).returns<readonly SavedReport[]>(),
  /** A report of the same name is replaced. */
  save: call(v.object({ name: reportName, ...choices })).returns<readonly SavedReport[]>(),
  rename: call(v.object({ id, name: reportName })).returns<readonly SavedReport[]>(),
  remove: call(v.object({ id })).returns<readonly SavedReport[]>()
}

export interface SavedReportsPushes {
  'savedReports.changed': readonly SavedReport[]
}
export const savedReportsPushes = ['savedReports.changed'] as const
