import type { Clock } from '../../base/clock'
import type { Fetch } from '../../base/http'

export interface TokenPorts {
  readonly fetch: Fetch
  /** Told of every secret and token before anything could log it. */
  readonly keepOutOfLogs: (secret: string) => void
  readonly clock?: Clock
  /** Strikes secrets out of what the token host says, before it is quoted. */
  readonly redact?: ((text: string) => string) | undefined
}
