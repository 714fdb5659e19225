import * as v from 'valibot'
import { call } from '../base/call'
import { streamDiagnosisCalls } from './diagnostics-stream'
import type { HealthFrame } from '../market/feed'
import { scenarioNames, type ScenarioName } from '#shared/domain/connection/scenarios'

export const timelineLength = 200
export const healthMinutes = 15

export type TimelineKind = 'good' | 'bad' | 'warning' | 'quiet'

/** A connection event. An entry replaces an older one with the same ID. */
export interface TimelineEntry {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: TimelineKind
  readonly words: string
  /** Set if it occurred more than once in a row; `at` is the last time. */
  readonly count?: number
}

/** An event can be reported after later ones. */
export const byTime = (one: TimelineEntry, other: TimelineEntry) => one.at - other.at || one.id - other.id

export interface ActiveScenario {
  readonly name: ScenarioName
  /** Null for all markets. */
  readonly market: string | null
  /** Milliseconds since the epoch; null until it is switched off. */
  readonly until: number | null
}

/** The local sandbox as windows see it, without its keys. */
export interface LocalSandbox {
  /** Null while it is not running. */
  readonly addresses: {
    readonly restBase: string
    readonly tokenHost: string
    readonly streamAddress: string
  } | null
  readonly markets: readonly string[]
  readonly active: readonly ActiveScenario[]
}

export interface DiagnosticsState {
  /** Oldest first. */
  readonly timeline: readonly TimelineEntry[]
  readonly local: LocalSandbox
}

const name = v.picklist(scenarioNames)

export const diagnosticsCalls = {
  read: call(v.undefined()).returns<DiagnosticsState>(),
  /** The last 15 minutes, oldest first. */
  health: call(v.undefined()).returns<readonly HealthFrame[]>(),
  simulateFault: call(
    v.object({
      name,
      market: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
      milliseconds: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(86_400_000)))
    })
  ).returns<LocalSandbox>(),
  stop: call(v.object({ name })).returns<LocalSandbox>(),
  stopAll: call(v.undefined()).returns<LocalSandbox>(),
  ...streamDiagnosisCalls
}

export interface DiagnosticsPushes {
  'diagnostics.happened': TimelineEntry
  'diagnostics.local': LocalSandbox
}
export const diagnosticsPushes = ['diagnostics.happened', 'diagnostics.local'] as const
