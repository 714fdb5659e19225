import type { BookRow, FeedPath } from '#shared/contract/app/diagnostics-stream'
import { countNames, type StreamCounts } from '#shared/contract/connection/stream-counts'

/** Read at most once a second. */
export interface LiveEngine {
  readonly books: () => readonly BookRow[]
  /** Null unless the connection is a desk feed. */
  readonly feed: () => FeedPath | null
  /** Missing counts are zero. */
  readonly counts: () => Partial<StreamCounts>
}

/** Includes zeros. */
export function allCounts(counts: Partial<StreamCounts>): StreamCounts {
  const all = {} as Record<keyof StreamCounts, number>
  for (const name of countNames) all[name] = counts[name] ?? 0
  return all
}
