import type { ServiceFeature } from '#shared/contract/connection/connections'
import type { Problem } from '#shared/domain/base/problem'
import type { Random } from '../../base/clock'
import type { BackOff, HttpPorts } from '../../base/http'
import type { SessionTokens } from '../stream/types'

export interface RestPorts extends HttpPorts {
  readonly random: Random
  readonly restBase: string
  readonly tokens: SessionTokens
  /** Shared by the profile. */
  readonly backOff: BackOff
  readonly keepOutOfLogs: (secret: string) => void
  /** Removes secrets from service text before it is quoted. */
  readonly redact?: ((text: string) => string) | undefined
  /** A lasting refusal, or null when the call works again. */
  readonly report?: (feature: ServiceFeature, problem: Problem | null) => void
  /** For one attempt, and for a call with all attempts. */
  readonly limits?: { readonly tryMilliseconds: number; readonly callMilliseconds: number }
}

export interface CallOptions {
  readonly signal?: AbortSignal
}
