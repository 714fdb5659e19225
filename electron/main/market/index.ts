import type { Clock } from '#engine/base/clock'
import type { MarketHub } from '#engine/market/types'
import { checkSymbol } from '#engine/market/symbol'
import { openWatchLists } from '#engine/market/watch-list'
import { Watching } from '#engine/market/watching'
import { idleStream } from '#engine/connection/stream/status-board'
import { Publisher, type PublishCounts, type PublisherPorts } from '#engine/market/publish/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { ConnectionStatus, Profile } from '#shared/contract/connection/connections'
import type { MarketsState, StreamStatus } from '#shared/contract/market/markets'
import type { Feeds } from './feed/feeds'
import type { Pushes } from '../base/ipc/pushes'
import { SoonLive } from './soon-live'
import { ChangeNotifier } from '../base/change-notifier'
import { canBeSeen, watchVisibility, type SeenWindow } from './visibility'

/** What runs while a connection is in use. */
export interface LiveMarkets {
  readonly profileId: string
  readonly hub: MarketHub
  readonly stream: { readonly status: StreamStatus; retryNow(): void }
}

interface MarketsParts {
  readonly file: string
  readonly clock: Clock
  readonly feeds: Pick<Feeds, 'carry'>
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly browserOf: (windowId: string) => SeenWindow | undefined
  readonly staleAfter: () => number
  /** The markets of the local sandbox; none while it does not run. */
  readonly localMarkets: () => readonly string[]
  /** A connection was deleted: what else is kept of its markets goes with it. */
  readonly connectionGone: (profileId: string) => void
  /** How the file of the watch lists was found, for the first window. */
  readonly startNotice: (sentence: string) => void
  /** For Diagnostics, and what the figures of the last 24 hours are counted by. */
  readonly publisher?: Omit<PublisherPorts, 'clock'>
}

export interface Markets {
  readonly handlers: FeatureHandlers<'markets'>
  readonly state: () => MarketsState
  /** The connection that came into use; null when it ended. */
  readonly use: (live: LiveMarkets | null) => void
  /** The status of the stream, or how long its silence may last, is another one now. */
  readonly streamChanged: () => void
  /** The local sandbox runs, with its markets, or has ended. */
  readonly localChanged: () => void
  /** A connection that is deleted takes its watch list along; one that has no market data says so. */
  readonly connectionsChanged: (state: ConnectionsSeen) => void
  readonly counts: () => PublishCounts
  /** Forgets every watch list. */
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

interface ConnectionsSeen {
  readonly profiles: readonly Pick<Profile, 'id' | 'name' | 'features'>[]
  readonly status: Pick<ConnectionStatus, 'profileId' | 'phase'>
}

/** The watch list, the state of the stream and of each market, and the feeds of the windows. */
export async function setUpMarkets(parts: MarketsParts): Promise<Markets> {
  const { file, clock, feeds, pushes, staleAfter, localMarkets } = parts
  let live: LiveMarkets | null = null
  let profiles: readonly string[] = []
  let idleSince = clock.wall()
  const soon = new SoonLive(clock)
  const changes = new ChangeNotifier(clock, () => pushes.broadcast('markets.changed', state()))
  const lists = await openWatchLists({
    file,
    changed() {
      watching.settle()
      changes.changed()
    }
  })
  if (lists.notice) parts.startNotice(lists.notice)
  const watching = new Watching({ lists, localMarkets, changed: () => changes.changed() })
  const publisher = new Publisher({ clock, ...parts.publisher })
  carryMarkets(feeds, publisher, parts.browserOf)

  const state = (): MarketsState => ({
    stream: live?.stream.status ?? idleStream(idleSince),
    watched: watching.watched,
    markets: watching.markets,
    suggestions: watching.suggestions,
    staleAfter: staleAfter(),
    notKept: lists.notKept
  })
  return {
    handlers: {
      read: state,
      async watch({ market }) {
        await soon.live()
        await watching.watch(market)
        return state()
      },
      async unwatch({ market }) {
        await soon.live()
        await watching.unwatch(market)
        return state()
      },
      async arrange({ markets }) {
        await soon.live()
        await watching.arrange(markets)
        return state()
      },
      subscribe(wish, { windowId }) {
        publisher.subscribe(windowId, { ...wish, market: checkSymbol(wish.market) })
        return null
      },
      unsubscribe({ id }, { windowId }) {
        publisher.unsubscribe(windowId, id)
        return null
      },
      retry() {
        live?.stream.retryNow()
        return null
      }
    },
    state,
    use(next) {
      live = next
      soon.use(next !== null)
      if (!next) idleSince = clock.wall()
      watching.use(next)
      publisher.use(next?.hub ?? null)
      changes.changed()
    },
    streamChanged: () => changes.changed(),
    localChanged() {
      watching.settle()
      changes.changed()
    },
    connectionsChanged(connections) {
      const now = connections.profiles.map(({ id }) => id)
      for (const id of profiles) {
        if (now.includes(id)) continue
        void lists.forget(id)
        parts.connectionGone(id)
      }
      profiles = now
      soon.expect(usedWithMarkets(connections))
    },
    counts: () => publisher.counts,
    clear: () => lists.clear(),
    dispose() {
      soon.dispose()
      changes.dispose()
      publisher.dispose()
      watching.dispose()
      return lists.dispose()
    }
  }
}

/** The windows' feeds ask the publisher, and hidden windows do not. */
function carryMarkets(
  feeds: Pick<Feeds, 'carry'>,
  publisher: Publisher,
  browserOf: MarketsParts['browserOf']
): void {
  const stops = new Map<string, () => void>()
  const close = (windowId: string) => {
    stops.get(windowId)?.()
    stops.delete(windowId)
    publisher.close(windowId)
  }
  feeds.carry({
    open(windowId, way) {
      close(windowId)
      const browser = browserOf(windowId)
      if (!browser) return
      publisher.open(windowId, way, canBeSeen(browser))
      stops.set(
        windowId,
        watchVisibility(browser, (visible) => publisher.setVisible(windowId, visible))
      )
    },
    close,
    take: (windowId) => publisher.take(windowId),
    drawn: (windowId) => publisher.drawn(windowId)
  })
}

const usedWithMarkets = ({ profiles, status }: ConnectionsSeen): boolean =>
  status.phase === 'connected' &&
  profiles.find(({ id }) => id === status.profileId)?.features.markets === true
