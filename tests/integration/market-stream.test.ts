import { Agent } from 'node:http'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import type { Connections } from '#engine/connection/index'
import { openConnections } from './support/open-connections'
import { createLog, createRedactor } from '#engine/base/log/index'
import { DeskRecordings } from '#engine/recording/history/desk-recordings'
import { HistoryClient } from '#engine/recording/history/client'
import { MarketHistory } from '#engine/recording/history/market-history'
import { recorderInProcess } from '#engine/recording/in-process'
import { Recordings } from '#engine/recording/index'
import { MarketStream } from '#main/market/live/index'
import type { LiveMarkets } from '#main/market/live/running'
import { startSandbox, type RunningSandbox } from '#sandbox/index'
import type { LiveMarket } from '#engine/market/types'
import { HeatColumn } from '#shared/domain/market/heat/index'
import { intervals } from '#shared/domain/market/candles/index'
import { localSandboxId } from '#shared/contract/connection/connections'
import { everywhere } from '../unit/engine/recording/support'
import { freshFolder } from './support/folder'
import { historyInProcess } from './support/history-in-process'
import { MemorySecrets } from './support/memory-secrets'

const market = 'BTCUSD'

let sandbox: RunningSandbox
let connections: Connections
let stream: MarketStream
let recordings: Recordings
let history: HistoryClient
let isRecording: boolean
let wake: () => void
let used: (LiveMarkets | null)[]
let errors: string[]

beforeEach(async () => {
  const folder = await freshFolder()
  isRecording = true
  recordings = new Recordings({
    clock: systemClock,
    folder,
    isMoved: false,
    spawn: () => recorderInProcess(systemClock),
    isOn: () => isRecording,
    budgets: () => everywhere({ bytes: 1e9, days: 14, freeBytes: 0, sealedFirst: false }),
    staleAfter: () => 10_000,
    afterStartup: (work) => work()
  })
  history = new HistoryClient({
    clock: systemClock,
    spawn: historyInProcess,
    staleAfter: () => 10_000,
    warn: (sentence) => errors.push(sentence)
  })
  sandbox = await startSandbox({ addresses: 1, rate: 300 })
  const { base_url, auth_url, ws_url, client_id, client_secret } = sandbox.description
  connections = await openConnections({
    file: path.join(await freshFolder(), 'connections.json'),
    secretStore: new MemorySecrets(),
    fetch: (url, init) => fetch(url, init),
    confirmHosts: async () => true,
    keepOutOfLogs: () => undefined,
    clock: systemClock,
    random: Math.random,
    notice: () => undefined,
    local: {
      start: async () => ({
        restBase: base_url,
        tokenHost: auth_url,
        streamAddress: ws_url,
        clientId: client_id,
        clientSecret: client_secret
      })
    }
  })
  used = []
  errors = []
  const noop = () => undefined
  const deskRecordings = new DeskRecordings({
    folder: { root: folder },
    client: history,
    fetch: async () => null,
    failed: noop
  })
  stream = new MarketStream({
    connections,
    recordings,
    history: new MarketHistory({
      clock: systemClock,
      folder,
      recordings,
      client: history,
      desk: deskRecordings,
      afterStartup: (work) => work()
    }),
    desk: { recordings: deskRecordings, fetches: { failed: noop, onRetry: () => noop } },
    agent: () => new Agent(),
    staleAfter: () => 10_000,
    onSettings: () => noop,
    serviceNow: () => Date.now(),
    observer: {
      frame: noop,
      updateTime: noop,
      snapshotTime: noop,
      sent: noop,
      status: noop,
      resync: noop,
      refused: noop,
      error: (code) => errors.push(code)
    },
    warn: (sentence) => expect.unreachable(sentence),
    onNetwork: () => noop,
    onWake(listener) {
      wake = listener
      return () => (wake = noop)
    },
    log: createLog({ sink: noop, redactor: createRedactor() })
  })
  stream.pauseReading(() => 8)
  stream.onUse((live) => used.push(live))
})

afterEach(async () => {
  stream.dispose()
  history.dispose()
  await recordings.dispose()
  connections.dispose()
  await sandbox.close()
})

const current = () => used.at(-1)
const clients = async () => {
  const { control_url, control_key } = sandbox.description
  const answer = await fetch(`${control_url}/connections`, {
    headers: { authorization: `Bearer ${control_key}` }
  })
  return ((await answer.json()) as { connections: unknown[] }).connections.length
}
const live = () => expect.poll(() => current()?.hub.market(market)?.state).toBe('live')
const traded = (count: number) =>
  expect.poll(() => current()!.hub.market(market)!.tape.arrivals).toBeGreaterThanOrEqual(count)
const tapeOf = ({ tape }: LiveMarket) =>
  Array.from({ length: tape.count }, (_, index) => {
    const { arrival: _number, ...trade } = tape.tradeAt(tape.arrivals - tape.count + index)!
    return trade
  })
const lastDay = () => current()!.hub.market(market)!.statistics.lastDay(Date.now())

test('starts the stream with the connection, and ends it with it', async () => {
  expect(await clients()).toBe(0)
  await connections.connect(localSandboxId)
  await expect.poll(current).toMatchObject({ profileId: localSandboxId })
  current()!.hub.hold(market)
  await live()
  expect(stream.engine.books()).toMatchObject([{ market, state: 'live', crossed: false, wide: false }])
  expect(stream.engine.counts().fast).toBeGreaterThan(0)
  const { fast } = stream.engine.counts()
  await connections.disconnect()
  expect(current()).toBeNull()
  await expect.poll(clients).toBe(0)
  expect(stream.engine.counts().fast).toBeGreaterThanOrEqual(fast!)
  expect(stream.engine.books()).toEqual([])
})

test('restores trades, candles and statistics, with the time between marked as unseen', async () => {
  await connections.connect(localSandboxId)
  await expect.poll(current).not.toBeUndefined()
  current()!.hub.hold(market)
  await live()
  await traded(20)
  const shown = current()!.hub.market(market)!
  /** Starts of columns; samples are taken at slightly other times. */
  const seconds = ({ heat }: LiveMarket) => {
    const column = new HeatColumn()
    return Array.from({ length: heat.tier('1s').count }, (_, index) => {
      heat.tier('1s').read(index, column)
      return column.start
    })
  }
  await expect.poll(() => seconds(shown).length).toBeGreaterThan(4)
  await connections.disconnect()
  // The first may be missing, because samples are taken at other times; the last two were not finished.
  const heat = seconds(shown).slice(1, -2)
  const before = tapeOf(shown)
  await connections.connect(localSandboxId)
  await expect.poll(current).not.toBeNull()
  current()!.hub.hold(market)
  await live()
  const restored = current()!.hub.market(market)!
  await expect.poll(() => restored.candles.coverage.spans(Date.now()), { timeout: 5000 }).toHaveLength(2)
  await traded(5)
  const after = tapeOf(restored)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.length).toBeGreaterThan(before.length)
  // Numbers of live trades are those that they arrived with.
  expect(restored.tape.arrivals).toBe(after.length - before.length)
  for (const interval of intervals) {
    const series = restored.candles.series(interval)
    const trades = Array.from({ length: series.count }, (_, index) => series.at(index).trades)
    expect(trades.reduce((sum, each) => sum + each, 0)).toBe(after.length)
  }
  expect(lastDay().traded!.trades).toBe(after.length)
  expect(lastDay().complete).toBe(false)
  const isBetween = (second: number) => second >= heat[0]! && second <= heat.at(-1)!
  await expect.poll(() => seconds(restored).filter(isBetween)).toEqual(heat)
  expect(errors).toEqual([])
})

test('without recording, a market begins empty', async () => {
  isRecording = false
  for (let time = 0; time < 2; time++) {
    await connections.connect(localSandboxId)
    await expect.poll(current).toMatchObject({ profileId: localSandboxId })
    current()!.hub.hold(market)
    await live()
    await traded(5)
    expect(current()!.hub.market(market)!.candles.coverage.spans(Date.now())).toHaveLength(1)
    await connections.disconnect()
  }
})

test('reconnects after sleep', async () => {
  await connections.connect(localSandboxId)
  await expect.poll(current).not.toBeUndefined()
  const held = current()!
  held.hub.hold(market)
  await live()
  const since = held.hub.market(market)!.since
  // A socket that was just opened is kept.
  await expect
    .poll(() => {
      wake()
      return held.hub.market(market)!.state
    })
    .not.toBe('live')
  await live()
  expect(held.hub.market(market)!.since).toBeGreaterThanOrEqual(since)
  expect(current()).toBe(held)
  await expect.poll(clients).toBe(1)
})
