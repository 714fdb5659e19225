import { defaultAnchor } from './data/months'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import type { Clock } from './control/clock'

export interface SandboxOptions {
  /** 0 selects a free port. */
  readonly port?: number
  readonly seed?: number
  /** Messages per second for all markets. */
  readonly rate?: number
  /** Updates that come before each execution, its own included; a few have one by default. */
  readonly executionLag?: number
  readonly addresses?: number
  /** The last full month, as `YYYY-MM`. */
  readonly anchor?: string
  readonly tokenTtlSeconds?: number
  readonly urlTtlSeconds?: number
  /** Random by default. */
  readonly clientId?: string
  readonly clientSecret?: string
  readonly scenarios?: readonly ScenarioName[]
  readonly clock?: Clock
  /** The markets stand still once no stream has been open for some time, which saves power. */
  readonly idleWhenUnread?: boolean
  /** Called with unexpected errors. */
  readonly log?: (text: string) => void
}

export const defaultOptions = {
  port: 0,
  seed: 1,
  rate: 1000,
  addresses: 25_000,
  anchor: defaultAnchor,
  tokenTtlSeconds: 3600,
  urlTtlSeconds: 300
} as const

/** Also printed by the command with `--json`. */
export interface SandboxDescription {
  readonly base_url: string
  readonly auth_url: string
  readonly ws_url: string
  readonly client_id: string
  readonly client_secret: string
  readonly markets: readonly string[]
  readonly statement_ids: readonly string[]
  readonly conversion_ids: readonly string[]
  readonly control_url: string
  readonly control_key: string
}
