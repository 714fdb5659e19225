/** Shown in Diagnostics. */
export interface PublishCounts {
  framesSent: number
  /** Book changes that were replaced before a window was ready. */
  levelsMerged: number
  /** Trades skipped for a busy window. */
  tradesSkipped: number
}
