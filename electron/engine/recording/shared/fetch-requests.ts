export interface FetchRequest {
  /** Of all recordings. */
  readonly root: string
  /** As `SharedService` names them. */
  readonly chosen: readonly { readonly id: string; readonly days: readonly string[] }[]
  /** Of the days, in milliseconds since the epoch; null without a limit. */
  readonly from: number | null
  readonly to: number | null
  /** Of everything that was fetched, for each service. */
  readonly maxBytes: number
}

/** The newest segments of a time, as many as fit. */
export interface FetchWithin {
  /** As `SharedService` names it. */
  readonly id: string
  /** In milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** Bytes that are fetched at most. */
  readonly most: number
  readonly maxBytes: number
  /** The user asked for it, so it may replace everything that was fetched before. */
  readonly isAsked?: boolean
}

export interface FetchedTime {
  readonly fetched: number
  readonly refused: readonly string[]
  /** From then on, everything that is shared of that time is here or was refused. */
  readonly from: number
  /** Nothing older is shared. */
  readonly begins: boolean
  /** Bytes of that time that are shared and were left out; and how many of them would be fetched if the user asked. */
  readonly leftOut: number
  readonly offered: number
  /** Bytes of that time, here or not. */
  readonly bytes: number
  /** When the oldest that is shared begins, in milliseconds since the epoch; null if nothing is shared. */
  readonly since: number | null
}
