import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { createRedactor } from '#engine/base/log/index'
import { DeskShare } from '#engine/feed/leader/desk-share'
import { FeedSeat } from '#engine/feed/seat/seat'
import { connectFeed } from '#engine/feed/server/connect'
import { feedSubjects } from '#engine/feed/wire/subjects'
import type { Live } from '#engine/market/live/index'
import { keepLive } from '#engine/recording/headless/live-connection'
import { startSandbox } from '#sandbox/index'
import { control, shownBook, trueBook } from './books'
import { clientId, clientSecret, serviceOf } from './collectors'
import { startNats, type NatsServer } from './nats-server'

const markets = ['BTCUSD', 'ETHUSD']
let nats: NatsServer
const undo: (() => unknown)[] = []
beforeAll(async () => {
  nats = await startNats()
})
afterAll(() => nats.stop())
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

test('sessions that are there anyway lead and stand by, and a seat has the books of the platform', async () => {
  const sandbox = await startSandbox({ clientId, clientSecret, rate: 200, addresses: 0 })
  undo.push(() => sandbox.close())
  const subjects = feedSubjects(serviceOf(sandbox))
  const join = () => connectFeed({ servers: [nats.url], identity: { open: true }, name: 'test' })
  const { base_url, auth_url, ws_url } = sandbox.description

  /** As in the app: the session goes on whether or not it leads. */
  function begin() {
    const session = { live: null as Live | null }
    const share = new DeskShare({
      clock: systemClock,
      connect: join,
      subjects,
      holder: 'seat',
      staleAfter: () => 10_000
    })
    const stop = new AbortController()
    const features = { markets: true, addresses: false, conversions: false, statements: false }
    const endpoints = { restBase: base_url, tokenHost: auth_url, streamAddress: ws_url, clientId }
    const profile = { id: 'a', name: 'a', builtIn: false, secret: 'session', writeAccess: null } as const
    void keepLive({
      profile: { ...profile, environment: 'local', ...endpoints, features },
      clientSecret,
      markets,
      staleAfter: 10_000,
      redactor: createRedactor(),
      say: () => {},
      begin: () => share.recorder,
      onLive: (live) => (session.live = live),
      signal: stop.signal
    })
    const ended = share.run(() => session.live?.session.status.phase === 'subscribed')
    const end = async () => {
      share.dispose()
      await ended
      stop.abort()
    }
    undo.push(end)
    return { share, end }
  }

  const first = begin()
  await expect.poll(() => first.share.state.phase).toBe('leading')
  const second = begin()
  await expect.poll(() => second.share.state.phase).toBe('standby')
  const seat = new FeedSeat({ subjects, staleAfter: 10_000 })
  seat.follow((await join()).connection)
  undo.push(() => seat.dispose())
  const isLive = () => markets.every((market) => seat.markets.market(market)?.state === 'live')
  await expect.poll(isLive).toBe(true)

  await first.end()
  await expect.poll(() => second.share.state.phase).toBe('leading')
  expect(second.share.state.epoch).toBeGreaterThan(first.share.state.epoch!)
  await expect.poll(() => isLive() && seat.follower.epoch === second.share.state.epoch).toBe(true)
  await control(sandbox, 'POST', 'pause')
  for (const market of markets) {
    const truth = await trueBook(sandbox, market)
    await expect.poll(() => shownBook(seat.markets.market(market))).toEqual(truth)
  }
})

test('a server that is away is named, and tried again', async () => {
  let isThere = false
  const share = new DeskShare({
    clock: systemClock,
    connect: () =>
      connectFeed({
        servers: [isThere ? nats.url : 'nats://127.0.0.1:9'],
        identity: { open: true },
        name: 'test'
      }),
    subjects: feedSubjects({ environment: 'local', restBase: 'http://127.0.0.1', clientId }),
    holder: 'seat',
    staleAfter: () => 10_000
  })
  const ended = share.run(() => false)
  await expect.poll(() => share.state.problem).toContain('cannot be reached')
  isThere = true
  await expect.poll(() => share.state.phase).toBe('waiting')
  share.dispose()
  await ended
  expect(share.state.phase).toBe('ended')
})
