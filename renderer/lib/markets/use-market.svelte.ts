import type { BookState, WatchedMarket } from '#shared/contract/market/markets'
import type { Problem } from '#shared/domain/base/problem'
import type { MarketFeed } from './market-feed'
import type { MarketSubscription } from './subscription'
import type { MarketView } from './view'

export interface MarketStatus {
  readonly state: BookState
  readonly since: number | null
  readonly reason: string | null
  readonly crossed: boolean
  readonly problem: Problem | null
  /** Some of its data has arrived and may still be shown. */
  readonly received: boolean
}

/** Subscribes to a market for as long as the component lives: draw from `view` when it paints, show `status` as text. */
export function useMarket(
  feed: MarketFeed,
  subscription: () => MarketSubscription
): { view: MarketView; status: MarketStatus } {
  const view = feed.open(subscription())
  let status = $state.raw(statusOf(view))
  const follow = () => {
    const now = statusOf(view)
    if (!same(status, now)) status = now
  }
  $effect(() => {
    const stop = view.onPaint(follow)
    return () => {
      stop()
      view.dispose()
    }
  })
  $effect(() => {
    view.change(subscription())
    follow()
  })
  return {
    view,
    get status() {
      return status
    }
  }
}

export const statusOfWatched = ({ state, since, reason }: WatchedMarket): MarketStatus => ({
  state,
  since,
  reason,
  crossed: false,
  problem: null,
  received: state === 'live' || state === 'stale' || state === 'rebuilding'
})

/** Before anything is known. */
export const unknownStatus: MarketStatus = {
  state: 'awaiting',
  since: null,
  reason: null,
  crossed: false,
  problem: null,
  received: false
}

const statusOf = ({ state, since, reason, crossed, problem, received }: MarketView): MarketStatus => ({
  state,
  since,
  reason,
  crossed,
  problem,
  received
})

const same = (one: MarketStatus, other: MarketStatus) =>
  one.state === other.state &&
  one.since === other.since &&
  one.reason === other.reason &&
  one.crossed === other.crossed &&
  one.problem === other.problem &&
  one.received === other.received
