interface StatementFileMessage {
  readonly format: string
  readonly download_url: string
  readonly generated_at: string
}

/** A rewards statement as the service writes it. */
export interface StatementMessage {
  readonly id: string
  readonly asset_type: string
  readonly period_start: string
  readonly period_end: string
  readonly status: string
  readonly type: string
  readonly total_accrued: string
  readonly avg_daily_balance: string
  readonly files: readonly StatementFileMessage[]
  readonly created_at: string
}
