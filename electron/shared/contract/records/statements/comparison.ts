import type { Comparison } from '#shared/domain/records/statements/statement'

export interface CompareSummary {
  readonly counts: Readonly<Record<Comparison['result'] | 'failed', number>>
  /** Of other connections, which alone can ask for them. */
  readonly elsewhere: number
  /** Why some were not compared. */
  readonly sentence: string | null
}
