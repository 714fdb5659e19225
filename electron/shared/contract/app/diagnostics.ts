import * as v from 'valibot'
import { call } from '../base/call'
import { streamDiagnosisCalls } from './diagnostics-stream'
import type { HealthFrame } from '../market/feed'
import { scenarioNames, type ScenarioName } from '#shared/domain/connection/scenarios'

export const timelineLength = 200
/** So far back the health of the app is kept and drawn. */
export const healthMinutes = 15

export type TimelineKind = 'good' | 'bad' | 'warning' | 'quiet'

/** One thing that happened to the connection. A newer entry of the same id takes the place of an older one. */
export interface TimelineEntry {
  /** Counts up from the start of the app. */
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: TimelineKind
  readonly words: string
  /** How often it has happened in a row, where more than once; `at` is the last time. */
  readonly count?: number
}

/** What was heard of later may have happened earlier. */
export const byTime = (one: TimelineEntry, other: TimelineEntry) => one.at - other.at || one.id - other.id

export interface ActiveScenario {
  readonly name: ScenarioName
  /** Null where it holds for all of them. */
  readonly market: string | null
  /** Milliseconds since the epoch; null where it stays until it is switched off. */
  readonly until: number | null
}

/** The local sandbox as a window may know it: never with its keys. */
export interface LocalSandbox {
  /** Null while it does not run. */
  readonly addresses: {
    readonly restBase: string
    readonly tokenHost: string
    readonly streamAddress: string
  } | null
  readonly markets: readonly string[]
  readonly active: readonly ActiveScenario[]
}

export interface DiagnosticsState {
  /** The oldest first. */
  readonly timeline: readonly TimelineEntry[]
  readonly local: LocalSandbox
}

const name = v.picklist(scenarioNames)

export const diagnosticsCalls = {
  read: call(v.undefined()).returns<DiagnosticsState>(),
  /** The last quarter of an hour, the oldest first. */
  health: call(v.undefined()).returns<readonly HealthFrame[]>(),
  /** Starts a rehearsal, or starts it anew with another aim or length. */
  rehearse: call(
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
