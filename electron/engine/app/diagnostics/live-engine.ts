import type { BookRow } from '#shared/contract/app/diagnostics-stream'
import { countNames, type StreamCounts } from '#shared/contract/connection/stream-counts'

/** What runs now, as far as Diagnostics looks into it. Both are asked once a second at most. */
export interface LiveEngine {
  readonly books: () => readonly BookRow[]
  /** What is not counted anywhere counts as zero. */
  readonly counts: () => Partial<StreamCounts>
}

/** Every count there is, so that a zero is seen to be one. */
export function allCounts(counts: Partial<StreamCounts>): StreamCounts {
  const all = {} as Record<keyof StreamCounts, number>
  for (const name of countNames) all[name] = counts[name] ?? 0
  return all
}
