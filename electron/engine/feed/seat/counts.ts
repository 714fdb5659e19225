/** For Diagnostics. */
export interface FeedCounts {
  items: number
  /** Batches that had already taken effect. */
  repeated: number
  /** Times when the sequence had a hole. */
  holes: number
  /** Leaders that were followed. */
  leaders: number
  /** Messages of a leader that was replaced. */
  oldLeader: number
  /** Rounds of keyframes that were used. */
  keyframes: number
  /** Messages that no leader of this version sends. */
  unreadable: number
  /** Items that the hub could not apply. */
  failed: number
}

export const noFeedCounts = (): FeedCounts => ({
  items: 0,
  repeated: 0,
  holes: 0,
  leaders: 0,
  oldLeader: 0,
  keyframes: 0,
  unreadable: 0,
  failed: 0
})
