/** What windows were spared, so that Diagnostics can say so. */
export interface PublishCounts {
  framesSent: number
  /** Changes of books that a newer one replaced before a window was ready for them. */
  levelsMerged: number
  /** Trades that a busy window's tape left out. */
  tradesSkipped: number
}
