/** A connection and its service. */
export interface Owner {
  readonly profileId: string
  /** See `serviceDigest`. */
  readonly service: string
}

export const isSameOwner = (one: Owner | null, other: Owner | null) =>
  one === other || (one?.profileId === other?.profileId && one?.service === other?.service)
