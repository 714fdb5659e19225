/** Whose addresses they are: those of a connection, and of the service that it points to. */
export interface Owner {
  readonly profileId: string
  /** See `serviceDigest`. */
  readonly service: string
}

export const isSameOwner = (one: Owner | null, other: Owner | null) =>
  one === other || (one?.profileId === other?.profileId && one?.service === other?.service)
