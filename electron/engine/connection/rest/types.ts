import type { ServiceFeature } from '#shared/contract/connection/connections'
import type { Problem } from '#shared/domain/base/problem'
import type { Random } from '../../base/clock'
import type { BackOff, HttpPorts } from '../../base/http'
import type { SessionTokens } from '../stream/types'

export interface RestPorts extends HttpPorts {
  readonly random: Random
  /** Ends in /v2. */
  readonly restBase: string
  readonly tokens: SessionTokens
  /** The one of the whole profile. */
  readonly backOff: BackOff
  readonly keepOutOfLogs: (secret: string) => void
  /** Removes secrets from service text before it is quoted. */
  readonly redact?: ((text: string) => string) | undefined
  /** A lasting refusal, and null when the call works again. */
  readonly report?: (feature: ServiceFeature, problem: Problem | null) => void
  /** Of one try, and of a call with all its tries and waits. */
  readonly limits?: { readonly tryMilliseconds: number; readonly callMilliseconds: number }
}

export interface CallOptions {
  readonly signal?: AbortSignal
}
