import type { StreamPhase, StreamStatus } from '../../shared/contract/markets'
import type { Problem } from '../../shared/domain/problem'
import type { Clock } from '../clock'

export interface PhaseDetails {
  readonly retryAt?: number
  readonly problem?: Problem
  readonly attempt?: number
  /** When what it tells of began, where that was before it was found out. */
  readonly since?: number
}

/** The status as others may see it, told whenever it changes. */
export class StatusBoard {
  #status: StreamStatus

  constructor(
    private readonly clock: Clock,
    private readonly tell: (status: StreamStatus) => void
  ) {
    this.#status = {
      phase: 'idle',
      sentence: 'Not connected.',
      since: clock.wall(),
      retryAt: null,
      attempt: 0,
      roundTrip: null,
      problem: null
    }
  }

  get status(): StreamStatus {
    return this.#status
  }

  enter(phase: StreamPhase, sentence: string, details: PhaseDetails = {}): void {
    const { status } = this
    const since = phase === status.phase ? status.since : (details.since ?? this.clock.wall())
    const roundTrip = connected.has(phase) ? status.roundTrip : null
    const { retryAt = null, problem = null, attempt = status.attempt } = details
    this.#set({ ...status, phase, sentence, since, retryAt, problem, attempt, roundTrip })
  }

  /** Real data came: whatever was tried, it worked. */
  succeeded(): void {
    this.#set({ ...this.#status, attempt: 0 })
  }

  roundTrip(roundTrip: number): void {
    this.#set({ ...this.#status, roundTrip })
  }

  #set(status: StreamStatus): void {
    const names = Object.keys(status) as (keyof StreamStatus)[]
    if (names.every((name) => status[name] === this.#status[name])) return
    this.#status = status
    this.tell(status)
  }
}

const connected: ReadonlySet<StreamPhase> = new Set(['open', 'subscribed', 'degraded'])
