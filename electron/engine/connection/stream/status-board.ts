import type { StreamStatus } from '#shared/contract/market/markets'
import { isOpen, type StreamPhase, type ConnectingStage } from '#shared/domain/connection/phases'
import { noChannels, streamSentence } from '#shared/domain/connection/stream-sentence'
import type { Problem } from '#shared/domain/base/problem'
import type { Clock } from '../../base/clock'

interface PhaseDetails {
  readonly retryAt?: number
  readonly problem?: Problem | null
  readonly stage?: ConnectingStage
  readonly host?: string
  readonly channels?: StreamStatus['channels']
  readonly attempt?: number
  /** When it started, if before it was noticed. */
  readonly since?: number
}

export class StatusBoard {
  #status: StreamStatus

  constructor(
    private readonly clock: Clock,
    private readonly notify: (status: StreamStatus) => void
  ) {
    this.#status = idleStream(clock.wall())
  }

  get status(): StreamStatus {
    return this.#status
  }

  enter(phase: StreamPhase, details: PhaseDetails = {}): void {
    const { status } = this
    const since = phase === status.phase ? status.since : (details.since ?? this.clock.wall())
    const roundTrip = isOpen(phase) ? status.roundTrip : null
    const { retryAt = null, problem = null, attempt = status.attempt, stage = null } = details
    const { host = status.host, channels = noChannels } = details
    const facts = { phase, stage, host, channels, problem }
    this.#set({ ...facts, sentence: streamSentence(facts), since, retryAt, attempt, roundTrip })
  }

  /** Data arrived, so the attempt worked. */
  succeeded(): void {
    this.#set({ ...this.#status, attempt: 0 })
  }

  roundTrip(roundTrip: number): void {
    this.#set({ ...this.#status, roundTrip })
  }

  #set(status: StreamStatus): void {
    const names = Object.keys(status) as (keyof StreamStatus)[]
    if (names.every((name) => isSame(status[name], this.#status[name]))) return
    this.#status = status
    this.notify(status)
  }
}

const isSame = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

export const idleStream = (since: number): StreamStatus => {
  const facts = { phase: 'idle', stage: null, host: '', channels: noChannels, problem: null } as const
  return { ...facts, sentence: streamSentence(facts), since, retryAt: null, attempt: 0, roundTrip: null }
}
