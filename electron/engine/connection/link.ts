import type { Profile, ServiceFeature } from '#shared/contract/connection/connections'
import type { Problem } from '#shared/domain/base/problem'
import type { BackOff } from '../base/http'
import type { TokenSource } from './tokens'

/**
 * A connection in use, for what works over it: the stream and REST. It stands through faults of the network and
 * renewals, and ends when the person disconnects, changes or deletes the profile, or when the service refuses it.
 */
export interface Link {
  readonly profile: Profile
  readonly access: { readonly restBase: string; readonly streamAddress: string }
  readonly tokens: TokenSource
  readonly backOff: BackOff
  /**
   * What the service refuses for one use of the connection, with a token that it has just given; null when it works
   * again. The person reads it with the state of the connection, whose other uses go on.
   */
  readonly report: (feature: ServiceFeature, problem: Problem | null) => void
}
