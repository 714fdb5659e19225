import type { ReportFields } from '#shared/contract/recording/saved-reports'

export interface ChoiceFields extends ReportFields {
  /** Of imported fills, which are not saved. */
  readonly file: number | null
}
