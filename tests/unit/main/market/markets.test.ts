import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog, createRedactor } from '#engine/base/log/index'
import { Hub } from '#engine/market/hub'
import { UnsavedFiles } from '#main/base/unsaved-files'
import { FeedPort } from '#main/market/feed/feed-port'
import type { MarketSource } from '#main/market/feed/feeds'
import { setUpMarkets, type Markets } from '#main/market/index'
import type { LiveMarkets } from '#main/market/live/running'
import { defaultSettings } from '#shared/contract/app/settings'
import { Emitter } from '#shared/domain/base/emitter'
import { localProfile } from '#engine/connection/local'
import type { ConnectionsState, Profile } from '#shared/contract/connection/connections'
import type { PushName } from '#shared/contract/index'
import type { FeedFrame } from '#shared/contract/market/feed'
import type { MarketParts, MarketsState } from '#shared/contract/market/markets'
import { HandClock } from '../../engine/hand-clock'
import { idleStream } from '../../engine/stream-status'

class Browser extends EventEmitter {
  shown = true
  isDestroyed = () => false
  isVisible = () => this.shown
  isMinimized = () => false

  show(shown: boolean): void {
    this.shown = shown
    this.emit(shown ? 'show' : 'hide')
  }
}

const parts: MarketParts = {
  book: { levels: 5, grouping: null },
  trades: null,
  candles: null,
  statistics: false
}
const from = { windowId: 'one' }

let folder: string
let clock: HandClock
let markets: Markets
let source: MarketSource
let browser: Browser
let pushed: MarketsState[]
let notices: string[]
let retried: number
let usedAtStart: Profile | null
let readPause: () => number
let pages: AbortSignal[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-markets-'))
  clock = new HandClock()
  browser = new Browser()
  pushed = []
  pages = []
  notices = []
  retried = 0
  usedAtStart = null
  await setUp()
})
afterEach(async () => {
  await markets.dispose()
  await rm(folder, { recursive: true, force: true })
})

const live = new Emitter<LiveMarkets | null>()
const removed = new Emitter<string>()
const connected = new Emitter<ConnectionsState>()
const never = new Emitter<never>().on

async function setUp() {
  markets = await setUpMarkets({
    file: path.join(folder, 'markets.json'),
    clock,
    feeds: { carry: (carried) => (source = carried) },
    pushes: { broadcast: (_name: PushName, state: unknown) => void pushed.push(state as MarketsState) },
    browserOf: (id) => (id === 'one' ? browser : undefined),
    settings: { now: () => ({ ...defaultSettings, staleAfter: 10 }), onChange: never },
    connections: { onChange: connected.on, onRemove: removed.on, usedAtStart },
    live: { onUse: live.on, onStatus: never, pauseReading: (given) => (readPause = given) },
    sandbox: { description: null, onChange: never },
    history: {
      older: async () => null,
      async olderTrades(_service, _wanted, signal) {
        pages.push(signal)
        return null
      },
      profile: async () => null
    },
    serviceNow: () => clock.wall(),
    unsaved: new UnsavedFiles(),
    startNotice: (sentence) => notices.push(sentence),
    log: createLog({ sink: () => {}, redactor: createRedactor() })
  })
}

function connection(profileId = 'desk'): LiveMarkets & { hub: Hub } {
  const hub = new Hub({
    clock,
    register: (market) => market.charCodeAt(0),
    desire: () => {},
    resync: () => {},
    staleAfter: () => 10_000
  })
  const status = { ...idleStream, phase: 'open', sentence: 'Open.', since: 1, roundTrip: 12 } as const
  return {
    profileId,
    hub,
    stream: { status, retryNow: () => (retried += 1) }
  }
}

function feed() {
  const sent: FeedFrame[] = []
  const next = () => {
    const news = source.nextFrame('one')
    return news && { markets: news }
  }
  const port = new FeedPort(
    { send: (frame) => sent.push(frame), dispose: () => {} },
    { next, drawn: () => source.drawn('one') }
  )
  source.open('one', port)
  return {
    sent,
    draw: () => port.receive({ kind: 'drawn', sequence: sent.at(-1)!.sequence }),
    offer: () => port.offer({ health: { at: 1, heap: 1, loopDelay: 1 } })
  }
}

const { read, watch, unwatch, subscribe, retry } = {
  read: () => markets.handlers.read(undefined, from),
  watch: (market: string) => markets.handlers.watch({ market }, from),
  unwatch: (market: string) => markets.handlers.unwatch({ market }, from),
  subscribe: (id: number, market: string) => markets.handlers.subscribe({ id, market, parts }, from),
  retry: () => markets.handlers.retry(undefined, from)
}
const watched = (state: MarketsState) => state.watched.map(({ market }) => market)

it('returns stream and watchlist, and saves the list', async () => {
  expect(await read()).toMatchObject({ stream: { phase: 'idle' }, watched: [], staleAfter: 10_000 })
  await expect(watch('A')).rejects.toThrow('market.not-connected')
  live.fire(connection())
  expect(watched(await watch(' A '))).toEqual(['A'])
  expect(watched(await watch('B'))).toEqual(['A', 'B'])
  expect(watched(await unwatch('A'))).toEqual(['B'])
  const presets = [{ amount: '7', unit: 'base' }] as const
  await markets.handlers.setSizePresets({ market: 'B', presets }, from)
  await expect(watch('no such')).rejects.toThrow('market.symbol')
  expect(await read()).toMatchObject({ stream: { phase: 'open', roundTrip: 12 } })
  await markets.dispose()
  await setUp()
  live.fire(connection())
  expect(await read()).toMatchObject({ watched: [{ market: 'B' }], sizePresets: { B: presets } })
})

it('notifies at most ten times a second, including the last change', async () => {
  const used = connection()
  live.fire(used)
  await watch('A')
  clock.advance(1000)
  pushed.length = 0
  for (let turn = 0; turn < 100; turn += 1) {
    if (turn % 2 === 0) used.hub.opened()
    else used.hub.lost()
    clock.advance(10)
  }
  clock.advance(200)
  expect(pushed.length).toBeGreaterThan(5)
  expect(pushed.length).toBeLessThanOrEqual(12)
  expect(pushed.at(-1)!.watched).toEqual((await read()).watched)
  const sent = pushed.length
  clock.advance(10_000)
  expect(pushed).toHaveLength(sent)
})

it('reads the stream less often while no visible window shows a market', () => {
  live.fire(connection())
  feed()
  expect(readPause()).toBe(50)
  subscribe(1, 'A')
  expect(readPause()).toBe(0)
  browser.show(false)
  expect(readPause()).toBe(50)
})

it('feeds a visible window with health', () => {
  live.fire(connection())
  const window = feed()
  subscribe(1, 'A')
  clock.advance(0)
  expect(window.sent).toHaveLength(1)
  expect(window.sent[0]!.markets).toBeDefined()
  window.draw()
  browser.show(false)
  subscribe(2, 'B')
  window.offer()
  expect(Object.keys(window.sent[1]!)).toEqual(['kind', 'sequence', 'health'])
  browser.show(true)
  window.draw()
  expect(window.sent[2]!.markets).toBeDefined()
})

it('releases a window with its feed', () => {
  const used = connection()
  live.fire(used)
  feed()
  subscribe(1, 'A')
  expect(used.hub.market('A')).toBeDefined()
  source.close('one')
  expect(browser.eventNames()).toEqual([])
  clock.advance(60_000)
  expect(used.hub.market('A')).toBeUndefined()
  expect(() => subscribe(1, 'A')).toThrow('markets.window-gone')
  source.open('unknown', { free: true, send: () => {} })
  expect(source.nextFrame('unknown')).toBeNull()
})

it('refuses impossible symbols, and passes on a retry', () => {
  live.fire(connection())
  feed()
  expect(() => subscribe(1, 'no such')).toThrow('market.symbol')
  retry()
  expect(retried).toBe(1)
  live.fire(null)
  retry()
  expect(retried).toBe(1)
})

it('deletes the watchlist with its connection', async () => {
  live.fire(connection('other'))
  await watch('B')
  live.fire(connection())
  await watch('A')
  removed.fire('desk')
  expect(watched(await read())).toEqual([])
  live.fire(connection('other'))
  expect(watched(await read())).toEqual(['B'])
  await markets.clear()
  expect(watched(await read())).toEqual([])
})

it('cancels the older trades that a view asked for before, or no longer shows', async () => {
  await markets.dispose()
  usedAtStart = { ...localProfile, id: 'desk', builtIn: false }
  await setUp()
  const end = { market: 'A', number: 1, executed: { seconds: 1, nanoseconds: 0 }, seq: null }
  const { olderTrades, cancelOlder } = markets.handlers
  for (const id of [1, 1, 2]) await olderTrades({ id, ...end }, from)
  const cancelled = () => pages.map(({ aborted }) => aborted)
  expect(cancelled()).toEqual([true, false, false])
  await cancelOlder({ id: 1 }, from)
  expect(cancelled()).toEqual([true, true, false])
})

it('shows and changes the watchlist of the connection that is being established', async () => {
  live.fire(connection())
  await watch('A')
  live.fire(null)
  const desk: Profile = { ...localProfile, id: 'desk', builtIn: false }
  const establish = (profileId: string | null) =>
    connected.fire({
      profiles: [localProfile, desk],
      status: {
        profileId,
        phase: 'connecting',
        sentence: 'Connecting.',
        since: 1,
        problem: null,
        retryAt: null,
        troubles: [],
        tokenExpiresAt: null,
        granted: []
      },
      keychain: { state: 'ready', sentence: '' },
      checkingWrites: null
    })
  establish('desk')
  expect(watched(await read())).toEqual(['A'])
  expect(watched(await watch('B'))).toEqual(['A', 'B'])
  establish(null)
  expect(watched(await read())).toEqual([])
  await expect(watch('C')).rejects.toThrow('market.not-connected')

  await markets.dispose()
  usedAtStart = desk
  await setUp()
  expect(watched(await read())).toEqual(['A', 'B'])
})
