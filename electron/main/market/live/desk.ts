import { hostname } from 'node:os'
import { systemClock } from '#engine/base/clock'
import type { Log } from '#engine/base/log/index'
import type { Connections, FeedLink } from '#engine/connection/index'
import { DeskShare } from '#engine/feed/leader/desk-share'
import { FeedLive } from '#engine/feed/seat/feed-live'
import { SharedPast } from '#engine/feed/seat/shared-past'
import type { DeskFetches } from '#engine/recording/history/desk-fetches'
import type { DeskRecordings } from '#engine/recording/history/desk-recordings'
import type { SeatObserver } from '#engine/feed/seat/seat'
import { connectFeed } from '#engine/feed/server/connect'
import { feedSubjects } from '#engine/feed/wire/subjects'
import type { Profile } from '#shared/contract/connection/connections'
import type { StreamStatus } from '#shared/contract/market/markets'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import type { Begun } from './running'

export interface FollowParts {
  readonly staleAfter: number
  readonly observer: SeatObserver & { status(status: StreamStatus): void }
  readonly recordings: DeskRecordings
  readonly fetches: Pick<DeskFetches, 'failed' | 'onRetry'>
  readonly warn: (sentence: string) => void
  readonly statusChanged: () => void
  readonly log: Log
}

export function followFeed(
  { profile, access }: FeedLink,
  { staleAfter, observer, recordings, fetches, warn, statusChanged, log }: FollowParts
): Begun {
  const feed = new FeedLive({ access, subjects: feedSubjects(profile), staleAfter, observer, warn })
  feed.onStatus((status) => {
    observer.status(status)
    statusChanged()
  })
  const past = new SharedPast(feed.seat, {
    clock: systemClock,
    service: profile,
    recordings,
    failed: (problem) => log.warn('The recordings of the desk are not shown', problem),
    notFetched: (problem, retryAfter) => fetches.failed(problem, retryAfter)
  })
  const stopRetrying = fetches.onRetry(() => past.retry())
  const running = {
    profileId: profile.id,
    hub: feed.seat.markets,
    lead: () => feed.seat.lead,
    newestAt: () => (feed.seat.follower.position === null ? null : feed.seat.hub.now),
    joint: (market: string) => past.joint(market),
    stream: feed,
    feedPath: () => feed.path,
    counts: () => ({}),
    woke: () => feed.retryNow(),
    // What works is not interrupted.
    networkChanged: () => feed.status.phase !== 'subscribed' && feed.retryNow(),
    dispose() {
      stopRetrying()
      past.dispose()
      feed.dispose()
    }
  }
  return { running, start: () => feed.start() }
}

interface ShareParts {
  readonly connections: Pick<Connections, 'shareAccess' | 'setSharing'>
  readonly staleAfter: () => number
}

export function shareWithDesk(profile: Profile, { connections, staleAfter }: ShareParts): DeskShare {
  const share = new DeskShare({
    clock: systemClock,
    subjects: feedSubjects(profile),
    holder: hostname(),
    staleAfter,
    async connect() {
      const access = await connections.shareAccess(profile.id)
      if (!access) throw fail('connection.no-secret', feedText.share.noKey)
      return connectFeed({ ...access, name: hostname() })
    }
  })
  share.onChange(() => {
    const { phase, problem } = share.state
    connections.setSharing({ phase, problem })
  })
  return share
}
