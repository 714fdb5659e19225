import type { Clock } from '../clock'

/** The part of `fetch` that is used; main gives one that goes through the system's proxy and trust. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface HttpPorts {
  readonly fetch: Fetch
  readonly clock: Clock
}
