import type { Profile, ServiceFeature } from '#shared/contract/connection/connections'
import type { Problem } from '#shared/domain/base/problem'
import type { BackOff } from '../base/http'
import type { FeedAccess } from './feed-address'
import type { TokenSource } from './tokens'

/**
 * A connection in use. It survives network errors and token renewals, and ends when the user disconnects, edits or
 * deletes the profile, or when the service refuses it.
 */
export interface Link {
  readonly profile: Profile
  readonly access: { readonly restBase: string; readonly streamAddress: string }
  readonly tokens: TokenSource
  readonly backOff: BackOff
  /**
   * A refusal of one feature despite a fresh token; null when it works again. Shown with the connection, whose other
   * features continue.
   */
  readonly report: (feature: ServiceFeature, problem: Problem | null) => void
}

/** A desk feed in use. It ends when the user disconnects, edits or deletes the profile. */
export interface FeedLink {
  readonly profile: Profile
  readonly access: FeedAccess
}
