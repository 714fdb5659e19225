import type { AnalysisReport, FillCosts, SealedRecording } from '#shared/contract/recording/analysis'
import type { Result } from '#shared/domain/base/problem'
import type { CostsAtMoments, WantedCosts } from '../costs/read-costs'
import type { WantedFillCosts } from './fill-costs'
import type { ReadFills } from './read-fills'
import type { WantedReport } from './report'

export type AnalysisJob =
  | { readonly kind: 'sealed'; readonly log: string }
  | { readonly kind: 'report'; readonly log: string; readonly wanted: WantedReport }
  | { readonly kind: 'costs'; readonly log: string; readonly wanted: WantedCosts }
  | { readonly kind: 'fills'; readonly file: string }
  | { readonly kind: 'fillCosts'; readonly log: string; readonly wanted: WantedFillCosts }

export interface AnalysisResults {
  readonly sealed: SealedRecording
  readonly report: AnalysisReport
  readonly costs: CostsAtMoments
  readonly fills: ReadFills
  readonly fillCosts: FillCosts
}

export type AnalysisRequest =
  | (AnalysisJob & { readonly id: number })
  | { readonly kind: 'cancel'; readonly id: number }

export type AnalysisReply =
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  /** Null if it was cancelled, or nothing is sealed. */
  | {
      readonly kind: 'ended'
      readonly id: number
      readonly result: Result<AnalysisResults[AnalysisJob['kind']] | null>
    }
