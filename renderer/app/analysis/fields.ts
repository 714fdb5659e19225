import type { AnalysisRequest, FillsRequest } from '#shared/contract/recording/analysis'

export const periodIds = ['1', '7', '14', '30', 'custom'] as const
export const sides = ['buy', 'sell', 'both'] as const
export const withins = ['10', '50'] as const
export const comparedReports = ['spread', 'depth', 'cost', 'average'] as const

export interface ChoiceFields {
  readonly period: (typeof periodIds)[number]
  readonly from: string
  readonly to: string
  readonly days: AnalysisRequest['days']
  readonly bucket: AnalysisRequest['bucket']
  readonly side: (typeof sides)[number]
  /** Basis points from the mid. */
  readonly within: (typeof withins)[number]
  readonly compared: (typeof comparedReports)[number]
  readonly day: string
  readonly other: string
  /** In minutes. */
  readonly interval: FillsRequest['interval']
  readonly file: number | null
}
