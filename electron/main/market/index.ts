import path from 'node:path'
import type { Clock } from '#engine/base/clock'
import type { Log } from '#engine/base/log/index'
import { checkSymbol } from '#engine/market/symbol'
import { openWatchLists } from '#engine/market/watch-list'
import { Watching } from '#engine/market/watching'
import { idleStream } from '#engine/connection/stream/status-board'
import {
  LastFiguresFile,
  Publisher,
  type PublishCounts,
  sourceOf,
  type PublisherPorts
} from '#engine/market/publish/index'
import type { FeatureHandlers } from '#shared/contract/index'
import type { Connections } from '#engine/connection/index'
import type { ConnectionsState, Profile } from '#shared/contract/connection/connections'
import type { CallInput } from '#shared/contract/base/call'
import type { marketsCalls, MarketsState } from '#shared/contract/market/markets'
import type { Page } from '#engine/recording/history/client'
import { LatestOnly } from '#engine/base/latest-only'
import { tradesOnTape } from '#engine/recording/history/older-trades'
import type { MarketHistory } from '#engine/recording/history/market-history'
import type { CurrentSettings } from '../base/current-settings'
import type { Feeds } from './feed/feeds'
import type { Pushes } from '../base/ipc/pushes'
import type { SandboxKeeper } from '../connection/sandbox/keeper'
import type { MarketStream } from './live'
import type { LiveMarkets } from './live/running'
import { LiveGate } from './live-gate'
import { ChangeNotifier } from '../base/change-notifier'
import type { UnsavedFiles } from '../base/unsaved-files'
import { canBeSeen, watchVisibility, type SeenWindow } from './visibility'

interface MarketsParts {
  readonly file: string
  readonly clock: Clock
  readonly feeds: Pick<Feeds, 'carry'>
  readonly pushes: Pick<Pushes, 'broadcast'>
  readonly browserOf: (windowId: string) => SeenWindow | undefined
  readonly settings: CurrentSettings
  readonly connections: Pick<Connections, 'onChange' | 'onRemove' | 'usedAtStart'>
  readonly live: Pick<MarketStream, 'onUse' | 'onStatus' | 'pauseReading'>
  readonly sandbox: Pick<SandboxKeeper, 'description' | 'onChange'>
  readonly history: Pick<MarketHistory, 'older' | 'olderTrades' | 'profile'>
  /** Milliseconds since the epoch. */
  readonly serviceNow: () => number
  readonly unsaved: UnsavedFiles
  /** A message for the first window. */
  readonly startNotice: (sentence: string) => void
  readonly log: Log
  /** For Diagnostics and the 24-hour statistics. */
  readonly publisher?: Omit<PublisherPorts, 'clock'>
}

/** Milliseconds without reading the stream while no visible window shows a market. */
const readPause = 50

const pageKinds = ['candles', 'heat', 'trades'] as const
type PageKind = (typeof pageKinds)[number]

export interface Markets {
  readonly handlers: FeatureHandlers<'markets'>
  readonly watched: () => readonly string[]
  /** Watched markets first, then others of the connection. */
  readonly known: () => readonly string[]
  readonly counts: () => PublishCounts
  readonly clear: () => Promise<void>
  readonly dispose: () => Promise<void>
}

export async function setUpMarkets(parts: MarketsParts): Promise<Markets> {
  const { file, clock, feeds, pushes, settings, connections, sandbox, unsaved } = parts
  let live: LiveMarkets | null = null
  /** The connection whose markets are shown. */
  let shown: Profile | null = null
  let idleSince = clock.wall()
  const soon = new LiveGate(clock)
  const changes = new ChangeNotifier(clock, () => pushes.broadcast('markets.changed', state()))
  const lists = await openWatchLists({
    file,
    onSaveStateChange: unsaved.of(file),
    changed() {
      watching.update()
      changes.changed()
    }
  })
  if (lists.notice) parts.startNotice(lists.notice)
  const watching = new Watching({
    lists,
    localMarkets: () => sandbox.description?.markets ?? [],
    changed: () => changes.changed()
  })
  const publisher = new Publisher({ clock, serviceNow: parts.serviceNow, ...parts.publisher })
  const reportLast = (problem: unknown) => parts.log.warn('The last figures were not written', problem)
  const last = new LastFiguresFile({
    file: lastFiguresFile(file),
    clock,
    publisher,
    onFailure: reportLast
  })
  carryMarkets(feeds, publisher, parts.browserOf)
  parts.live.pauseReading(() => (publisher.seen ? 0 : readPause))

  const state = (): MarketsState => ({
    stream: live?.stream.status ?? idleStream(idleSince),
    watched: watching.watched,
    markets: watching.markets,
    suggestions: watching.suggestions,
    sizePresets: watching.sizePresets,
    staleAfter: settings.now().staleAfter * 1000
  })
  const profiles = new LatestOnly()
  const pages = new LatestOnly()
  const pageOf = (windowId: string, kind: PageKind, id: number | undefined) =>
    id === undefined ? new AbortController().signal : pages.begin(`${windowId} ${id} ${kind}`)
  const show = (profile: Profile | null) => {
    shown = profile
    watching.show(profile?.id ?? null)
    if (profile) publisher.show(sourceOf(profile))
  }
  /** Milliseconds by which the service's clock is ahead of the one that the recording has the times of. */
  const lead = () => live?.lead?.() ?? parts.serviceNow() - clock.wall()
  const older =
    <Kind extends 'candles' | 'heat'>(kind: Kind) =>
    async (
      { id, market, interval, before }: CallInput<(typeof marketsCalls)['olderCandles']>,
      { windowId }: { readonly windowId: string }
    ): Promise<Page<Kind>> => {
      const wanted = { market: checkSymbol(market), interval, before, seq: null, lead: lead() }
      return shown ? parts.history.older(kind, shown, wanted, pageOf(windowId, kind, id)) : null
    }
  show(connections.usedAtStart)
  await last.read()
  const unsubscribe = [
    parts.live.onUse((next) => {
      live = next
      soon.use(next !== null)
      if (!next) idleSince = clock.wall()
      watching.use(next)
      publisher.use(next?.hub ?? null)
      changes.changed()
    }),
    parts.live.onStatus(() => changes.changed()),
    settings.onChange(() => changes.changed()),
    connections.onChange((now) => {
      soon.expect(usesMarkets(now))
      show(now.profiles.find(({ id }) => id === now.status.profileId) ?? null)
    }),
    connections.onRemove((id) => {
      void lists.removeProfile(id)
      void last.remove(id).catch(reportLast)
    }),
    sandbox.onChange(() => {
      watching.update()
      changes.changed()
    })
  ]
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
      async setSizePresets({ market, presets }) {
        await watching.setSizePresets(market, presets)
        return state()
      },
      subscribe(request, { windowId }) {
        publisher.subscribe(windowId, { ...request, market: checkSymbol(request.market) })
        return null
      },
      unsubscribe({ id }, { windowId }) {
        publisher.unsubscribe(windowId, id)
        return null
      },
      olderCandles: older('candles'),
      olderHeat: older('heat'),
      olderTrades({ id, market, number, ...before }, { windowId }) {
        const name = checkSymbol(market)
        const tape = before.seq === null ? live?.hub.market(name)?.tape : undefined
        const kept = tape ? tradesOnTape(tape, number) : null
        const wanted = { market: name, ...before, lastSeq: null, lead: lead() }
        if (kept || !shown) return kept
        return parts.history.olderTrades(shown, wanted, pageOf(windowId, 'trades', id))
      },
      cancelOlder({ id }, { windowId }) {
        for (const kind of pageKinds) pages.cancel(`${windowId} ${id} ${kind}`)
        return null
      },
      async profile({ id, market, range }, { windowId }) {
        const name = checkSymbol(market)
        const number = live?.hub.market(name)?.tape.arrivals
        const signal = profiles.begin(`${windowId} ${id}`)
        if (!shown || number === undefined) return null
        const wanted = { market: name, ...range, lead: lead() }
        const profile = await parts.history.profile(shown, wanted, signal, live?.joint?.(name))
        return profile && { ...profile, number }
      },
      cancelProfile({ id }, { windowId }) {
        profiles.cancel(`${windowId} ${id}`)
        return null
      },
      retry() {
        live?.stream.retryNow()
        return null
      }
    },
    watched: () => watching.watched.map(({ market }) => market),
    known: () => [...watching.watched.map(({ market }) => market), ...watching.suggestions],
    counts: () => publisher.counts,
    async clear() {
      await Promise.all([lists.clear(), last.clear()])
    },
    async dispose() {
      for (const each of unsubscribe) each()
      profiles.dispose()
      pages.dispose()
      soon.dispose()
      changes.dispose()
      publisher.dispose()
      watching.dispose()
      await Promise.all([lists.dispose(), last.dispose()])
    }
  }
}

/** Hidden windows are skipped. */
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
    nextFrame: (windowId) => publisher.nextFrame(windowId),
    drawn: (windowId) => publisher.drawn(windowId)
  })
}

/** Beside the watchlists. */
export const lastFiguresFile = (markets: string) => path.join(path.dirname(markets), 'last-figures.json')

export const usesMarkets = ({ profiles, status }: Pick<ConnectionsState, 'profiles' | 'status'>): boolean =>
  status.phase === 'connected' &&
  profiles.find(({ id }) => id === status.profileId)?.features.markets === true
