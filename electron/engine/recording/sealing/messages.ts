import type { Problem } from '#shared/domain/base/problem'
import type { PerLog, TierBudget } from '../messages'

/** One run over all logs. */
export interface SealingRequest {
  /** Of all recordings. */
  readonly root: string
  /** Otherwise only the limits of what was sealed before are kept. */
  readonly isOn: boolean
  readonly budgets: PerLog<TierBudget>
  /** Until a log has the setting. */
  readonly staleAfter: number
}

export type SealingReply =
  /** Such as "2026-11-24 10:00". */
  | { readonly kind: 'sealing'; readonly hour: string }
  | { readonly kind: 'ended'; readonly problem: Problem | null }
