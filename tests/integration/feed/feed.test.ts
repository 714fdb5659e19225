import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { FeedSeat } from '#engine/feed/seat/seat'
import { connectFeed } from '#engine/feed/server/connect'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { startSandbox } from '#sandbox/index'
import { recordedBook, recordedLines } from '../support/recorded-book'
import { control, shownBook, shownTrades, trueBook, trueTrades } from './books'
import { clientId, clientSecret, serviceOf, startCollector, type Collector } from './collectors'
import { startNats, type NatsServer } from './nats-server'

const markets = ['BTCUSD', 'ETHUSD']
let nats: NatsServer
let sandbox: Awaited<ReturnType<typeof startSandbox>>
const undo: (() => unknown)[] = []

beforeAll(async () => {
  nats = await startNats()
})
afterAll(() => nats.stop())
beforeEach(async () => {
  sandbox = await startSandbox({ clientId, clientSecret, rate: 200, addresses: 0 })
})
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
  await sandbox.close()
})

async function collector(more = {}): Promise<Collector> {
  const started = await startCollector(sandbox, { servers: [nats.url] }, { port: 0, ...more })
  undo.push(() => started.kill())
  return started
}

async function seat(): Promise<FeedSeat> {
  const { connection } = await connectFeed({ servers: [nats.url], identity: { open: true }, name: 'seat' })
  const made = new FeedSeat({ subjects: feedSubjects(serviceOf(sandbox)), staleAfter: 10_000 })
  made.follow(connection)
  undo.push(async () => {
    made.dispose()
    await connection.close()
  })
  return made
}

/** Everything on the bus, also the lease and the answers of the server. */
async function eavesdrop(): Promise<() => string> {
  const connection = await connect({ servers: nats.url.replace('nats://', '') })
  const parts: Buffer[] = []
  connection.subscribe('>', { callback: (_error, { data }) => void parts.push(Buffer.from(data)) })
  await connection.flush()
  undo.push(() => connection.close())
  return () => Buffer.concat(parts).toString('latin1')
}

const statesOf = (seats: readonly FeedSeat[]) =>
  seats.flatMap((each) => markets.map((market) => each.markets.market(market)?.state))
const live = (seats: readonly FeedSeat[]) => seats.flatMap(() => markets.map(() => 'live'))

/** Nothing more happens, and every seat has the books of the platform. */
async function expectTruth(seats: readonly FeedSeat[]): Promise<void> {
  await control(sandbox, 'POST', 'pause')
  for (const market of markets) {
    const truth = await trueBook(sandbox, market)
    for (const each of seats) await expect.poll(() => shownBook(each.markets.market(market))).toEqual(truth)
  }
}

test('every seat has the books of the platform and each execution once, also one that joins later', async () => {
  const heard = await eavesdrop()
  const early = [await seat(), await seat()]
  const leader = await collector({ recording: { folder: 'recordings' } })
  await expect.poll(() => statesOf(early)).toEqual(live(early))
  const late = await seat()
  await expect.poll(() => statesOf([late])).toEqual(live([late]))
  const [first] = early as [FeedSeat]
  await expect.poll(() => late.markets.market('BTCUSD')!.tape.arrivals).toBeGreaterThan(5)
  await expectTruth([...early, late])
  for (const market of markets) {
    const truth = await trueTrades(sandbox, market, '1970-01-01T00:00:00Z')
    for (const each of [...early, late]) {
      const shown = shownTrades(each.markets.market(market)!)
      expect(shown).toEqual(truth.slice(truth.length - shown.length))
    }
    expect(shownTrades(early[1]!.markets.market(market)!)).toEqual(shownTrades(first.markets.market(market)!))
  }
  const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(leader.output.text)!
  expect(await (await fetch(`${address}/health`)).json()).toMatchObject({ isHealthy: true, liveMarkets: 2 })
  const metrics = await (await fetch(`${address}/metrics`)).text()
  expect(metrics).toContain('# TYPE leadline_items_total counter\n')
  expect(metrics).toMatch(/^leadline_leading 1$/m)
  leader.child.kill('SIGTERM')
  expect(await leader.exit).toBe(0)
  await expect.poll(() => statesOf([first])).not.toContain('live')
  const lines = await recordedLines(leader.folder)
  for (const market of markets)
    expect(recordedBook(lines, market)).toEqual(shownBook(first.markets.market(market)))
  // The beginning of a token, and of one in base64 within the answers of the server.
  const secrets = [
    clientSecret,
    Buffer.from(clientSecret).toString('base64').slice(0, -4),
    'Bearer',
    'eyJhbGci'
  ]
  const found = (text: string) => secrets.filter((secret) => text.includes(secret))
  expect(heard().includes('market_data')).toBe(true)
  expect([found(heard()), found(leader.output.text)]).toEqual([[], []])
  expect(leader.output.text).toContain('is version 2.9.10, which lacks security fixes')
})

test('a collector waits for a server, and ends on request', async () => {
  const started = await startCollector(sandbox, { servers: ['nats://127.0.0.1:9'] })
  await expect.poll(() => started.output.text).toContain('cannot be reached')
  started.child.kill('SIGTERM')
  expect(await started.exit).toBe(0)
  expect(started.output.text.endsWith('Stopped.\n')).toBe(true)
  const refused = await startCollector(sandbox, { servers: ['nats://10.0.0.1:4222'] })
  expect(await refused.exit).toBe(1)
  expect(refused.output.text).toContain('the connection has to be encrypted')
})

test('a collector waits until the server keeps messages', async () => {
  const forgetful = await startNats('jetstream: false')
  undo.push(() => forgetful.stop())
  const started = await startCollector(sandbox, { servers: [forgetful.url] })
  await expect.poll(() => started.output.text).toContain('does not keep messages')
  started.child.kill('SIGTERM')
  expect(await started.exit).toBe(0)
})

test('another collector leads when the first one stops, and a leader that wakes up again does not', async () => {
  const seats = [await seat(), await seat()]
  const first = await collector()
  await expect.poll(() => first.output.text).toContain('Leading')
  const second = await collector()
  await expect.poll(() => second.output.text).toContain('Standing by')
  await expect.poll(() => statesOf(seats)).toEqual(live(seats))
  const epoch = seats[0]!.follower.epoch!
  first.child.kill('SIGSTOP')
  await expect.poll(() => statesOf(seats)).not.toContain('live')
  await expect.poll(() => statesOf(seats)).toEqual(live(seats))
  const next = seats[0]!.follower.epoch!
  expect(next).toBeGreaterThan(epoch)
  first.child.kill('SIGCONT')
  await expect.poll(() => first.output.text).toContain('The lease was lost.')
  expect(seats.map(({ follower }) => follower.epoch)).toEqual([next, next])
  await second.kill()
  await expect.poll(() => seats.map(({ follower }) => follower.epoch! > next)).toEqual([true, true])
  await expect.poll(() => statesOf(seats)).toEqual(live(seats))
  await expectTruth(seats)
})
