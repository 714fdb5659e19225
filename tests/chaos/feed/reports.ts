import type { ServiceNamed } from '#engine/connection/index'

/** What a process is started for. */
export type Role =
  | { readonly kind: 'collector'; readonly configuration: string }
  | {
      readonly kind: 'seat'
      readonly servers: string[]
      readonly service: ServiceNamed
      readonly staleAfter: number
      readonly markets: readonly string[]
    }

export interface CollectorReport {
  readonly kind: 'line'
  readonly line: string
  /** On the steady clock, when the monotonic clock of this process was zero. */
  readonly origin: number
}

/** A frame that took effect: of which leader, its number, and a hash of its content. */
export type AppliedFrame = readonly [epoch: number, number: number, hash: string]

export interface SeatReport {
  readonly kind: 'sample'
  /** On the steady clock. */
  readonly at: number
  /** By how much the process was late, because it was stopped or the computer is busy. */
  readonly late: number
  readonly state: string
  readonly phase: string
  readonly epoch: number | null
  readonly isLive: boolean
  /** Messages that were not understood, or could not be applied. */
  readonly unreadable: number
  /** Since the last report. */
  readonly frames: readonly AppliedFrame[]
  /** Of the books that are shown as live; null in most reports. */
  readonly books: Readonly<Record<string, number>> | null
}

export type Report = CollectorReport | SeatReport
