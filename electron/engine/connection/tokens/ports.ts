import type { Clock } from '../../base/clock'
import type { Fetch } from '../../base/http'

export interface TokenPorts {
  readonly fetch: Fetch
  /** Called for every secret and token before anything can log it. */
  readonly keepOutOfLogs: (secret: string) => void
  readonly clock?: Clock
  /** Removes secrets from the token host's text before it is quoted. */
  readonly redact?: ((text: string) => string) | undefined
}
