import type { BookRow } from '#shared/contract/app/diagnostics-stream'
import { countNames, type StreamCounts } from '#shared/contract/connection/stream-counts'

/** Read at most once a second. */
export interface LiveEngine {
  readonly books: () => readonly BookRow[]
  /** Missing counts are zero. */
  readonly counts: () => Partial<StreamCounts>
}

/** Includes zeros. */
export function allCounts(counts: Partial<StreamCounts>): StreamCounts {
  const all = {} as Record<keyof StreamCounts, number>
  for (const name of countNames) all[name] = counts[name] ?? 0
  return all
}
