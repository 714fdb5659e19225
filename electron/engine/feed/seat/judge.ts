/** What a seat knows about its feed. Times are in milliseconds. */
interface FeedFacts {
  /** To the server. */
  readonly isConnected: boolean
  /** Since the last beat of this leader arrived; null before the first. */
  readonly beatAge: number | null
  /** The platform brought nothing for the stale limit, as far as this computer knows. */
  readonly isSilent: boolean
  /** By how much longer the last beat took than the quickest one. */
  readonly lag: number
  /** It is known how long a beat of this leader takes. */
  readonly isTimed: boolean
  /** Everything that this leader sent has taken effect. */
  readonly isWhole: boolean
  /** The leader says that its connection brings data. */
  readonly isLeaderLive: boolean
}

export type FeedState = 'live' | 'disconnected' | 'no-leader' | 'rebuilding' | 'late' | 'not-live'

/** Who has to be looked at. */
export type FeedFault = 'platform' | 'collector' | 'feed' | 'seat'

/** Of the age of a beat, and of the time that it takes. */
export const maxBeatAge = 1500
/** One is missing: time passes for the books without it. */
const missingBeatAge = 300

const faults: Readonly<Record<FeedState, FeedFault | null>> = {
  live: null,
  disconnected: 'feed',
  'no-leader': 'collector',
  rebuilding: 'feed',
  late: 'seat',
  'not-live': 'platform'
}

export const faultOf = (state: FeedState): FeedFault | null => faults[state]

/** Books of a feed may be live only while it is. */
export function judgeFeed(facts: FeedFacts): FeedState {
  const { isConnected, beatAge, isSilent, lag, isTimed, isWhole, isLeaderLive } = facts
  if (!isConnected) return 'disconnected'
  if (beatAge === null || beatAge >= maxBeatAge) return 'no-leader'
  if (isSilent && beatAge + lag >= missingBeatAge) return 'no-leader'
  if (!isWhole || !isTimed) return 'rebuilding'
  if (lag >= maxBeatAge) return 'late'
  return isLeaderLive ? 'live' : 'not-live'
}
