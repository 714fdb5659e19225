import type { Clock } from '../clock'

/** Main's version uses the system's proxy and trust. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface HttpPorts {
  readonly fetch: Fetch
  readonly clock: Clock
}
