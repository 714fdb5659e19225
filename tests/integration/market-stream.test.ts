import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import type { Connections } from '#engine/connection/index'
import { openConnections } from './support/open-connections'
import { createLog, createRedactor } from '#engine/base/log/index'
import { MarketStream, type LiveMarkets } from '#main/market/live/index'
import { startSandbox, type RunningSandbox } from '#sandbox/index'
import { localSandboxId } from '#shared/contract/connection/connections'
import { freshFolder } from './support/folder'
import { MemorySecrets } from './support/memory-secrets'

const market = 'BTCUSD'

let sandbox: RunningSandbox
let connections: Connections
let stream: MarketStream
let folder: string
let wake: () => void
let used: (LiveMarkets | null)[]
let errors: string[]

beforeEach(async () => {
  folder = path.join(await freshFolder(), 'candles')
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
  stream = new MarketStream({
    connections,
    candles: folder,
    recordings: {
      begin: () => ({ reading: noop, frame: noop, event: noop }),
      end: async () => {}
    },
    agent: () => new Agent(),
    readPause: () => 8,
    staleAfter: () => 10_000,
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
    onNetwork: () => noop,
    onWake(listener) {
      wake = listener
      return () => (wake = noop)
    },
    notice: noop,
    log: createLog({ sink: noop, redactor: createRedactor() })
  })
  stream.onUse((live) => used.push(live))
})

afterEach(async () => {
  await stream.dispose()
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

test('restores candles, with the time between marked as unseen', async () => {
  await connections.connect(localSandboxId)
  await expect.poll(current).not.toBeUndefined()
  current()!.hub.hold(market)
  await live()
  await traded(20)
  await connections.disconnect()
  await connections.connect(localSandboxId)
  await expect.poll(current).not.toBeNull()
  current()!.hub.hold(market)
  await live()
  await expect.poll(() => current()!.hub.market(market)!.candles.coverage.spans(Date.now())).toHaveLength(2)
  await expect
    .poll(() => current()!.hub.market(market)!.candles.series('1d').at(0).trades)
    .toBeGreaterThanOrEqual(20)
  expect(lastDay().traded!.trades).toBeGreaterThanOrEqual(20)
  expect(lastDay().complete).toBe(false)
})

test('removes its candles for good while running', async () => {
  await connections.connect(localSandboxId)
  await expect.poll(current).not.toBeUndefined()
  current()!.hub.hold(market)
  await live()
  await traded(5)
  const before = current()
  await stream.clearCandles(() => rm(folder, { recursive: true, force: true }))
  expect(existsSync(folder)).toBe(false)
  await expect.poll(current).not.toBeNull()
  expect(current()!.hub).not.toBe(before!.hub)
  current()!.hub.hold(market)
  await live()
})

test('keeps running if its candles cannot be removed, and reports it', async () => {
  await connections.connect(localSandboxId)
  await expect.poll(current).not.toBeUndefined()
  await expect(stream.clearCandles(() => Promise.reject(new Error('in use')))).rejects.toThrow('in use')
  await expect.poll(current).not.toBeNull()
  await connections.disconnect()
  await connections.connect(localSandboxId)
  await expect.poll(current).not.toBeNull()
  current()!.hub.hold(market)
  await live()
})

test('starts nothing for a connection that ended meanwhile', async () => {
  await connections.connect(localSandboxId)
  await expect.poll(current).not.toBeUndefined()
  await stream.clearCandles(async () => void (await connections.disconnect()))
  await stream.clearCandles(async () => undefined)
  expect(current()).toBeNull()
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
