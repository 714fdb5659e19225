import { readFile, rm } from 'node:fs/promises'
import { createUser } from '@nats-io/nkeys'
import { afterEach, expect, test } from 'vitest'
import { FeedLive } from '#engine/feed/seat/feed-live'
import { FeedSeat } from '#engine/feed/seat/seat'
import { connectFeed, inboxOf, type FeedServer } from '#engine/feed/server/connect'
import { managerOf, openLeaderBus, openLeaseStore } from '#engine/feed/server/stream'
import { readMessage } from '#engine/feed/wire/messages'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { acquireLease, nothingSeen, type LeaseStore } from '#engine/feed/leader/lease'
import { systemClock } from '#engine/base/clock'
import { certificateFile } from '../support/certificates'
import { leadOneMarket, staleAfter } from './leader-of-one-market'
import { freePort, startNats, type NatsServer } from './nats-server'

const subjects = feedSubjects({ environment: 'sandbox', restBase: 'https://a.example', clientId: 'a' })
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

async function start(configuration = '', port?: number): Promise<NatsServer> {
  const nats = await startNats(configuration, '', port)
  undo.push(() => nats.stop())
  return nats
}

async function join({ url }: NatsServer, options: Partial<Parameters<typeof connectFeed>[0]> = {}) {
  const server = await connectFeed({ servers: [url], identity: { open: true }, name: 'test', ...options })
  undo.push(() => server.connection.close())
  return server
}

/** A leader with one live market. */
async function leaderOn({ connection }: FeedServer, epoch: number) {
  const publisher = await leadOneMarket(connection, subjects, epoch)
  undo.push(() => publisher.end())
  return publisher
}

async function seatOn({ connection }: FeedServer) {
  const seat = new FeedSeat({ subjects, staleAfter })
  seat.follow(connection)
  undo.push(() => seat.dispose())
  return seat
}

const stateOf = ({ markets }: FeedSeat) => markets.market('BTCUSD')?.state

async function keptEpochs(server: FeedServer): Promise<number[]> {
  const manager = await managerOf(server.connection)
  const epochs: number[] = []
  for (let seq = 1; ; seq += 1) {
    const stored = await manager.streams.getMessage(subjects.stream, { seq })
    if (!stored) return epochs
    epochs.push(readMessage(stored.data)!.epoch)
  }
}

test('the stream keeps nothing of a leader that was replaced, and seats ignore it', async () => {
  const nats = await start()
  const server = await join(nats)
  const old = await leaderOn(server, 1)
  const seat = await seatOn(await join(nats))
  await expect.poll(() => stateOf(seat)).toBe('live')
  await expect.poll(() => keptEpochs(server).then((epochs) => epochs.length)).toBeGreaterThan(0)
  await leaderOn(await join(nats), 2)
  await expect.poll(() => [seat.follower.epoch, stateOf(seat)]).toEqual([2, 'live'])
  const ignored = seat.follower.counts.oldLeader
  // It does not know, and its lease cannot tell it.
  old.record('f', systemClock.monotonic(), Buffer.from('{"late":true}'))
  await expect.poll(() => old.counts.notKept).toBeGreaterThan(0)
  await expect.poll(() => seat.follower.counts.oldLeader).toBeGreaterThan(ignored)
  expect(seat.follower.epoch).toBe(2)
  const late = await seatOn(await join(nats))
  await expect.poll(() => [late.follower.epoch, stateOf(late)]).toEqual([2, 'live'])
})

test('the stream keeps no message whose predecessor it refused, although the number fits', async () => {
  const { connection } = await join(await start())
  const bus = await openLeaderBus(connection, subjects)
  const { frames, stream } = subjects
  const message = Buffer.from('message')
  await bus.confirm(frames, message, { id: 'a', after: 0, afterId: null })
  await connection.request(frames, 'another message')
  bus.keep(frames, message, { id: 'b', after: 1, afterId: 'a' })
  bus.keep(frames, message, { id: 'c', after: 2, afterId: 'b' })
  await expect(bus.confirm(frames, message, { id: 'd', after: 3, afterId: 'c' })).rejects.toThrow()
  expect(await bus.lastNumber()).toBe(2)
  await bus.confirm(frames, message, { id: 'e', after: 2, afterId: null })
  bus.keep(frames, message, { id: 'f', after: 3, afterId: 'e' })
  await bus.confirm(frames, message, { id: 'g', after: 4, afterId: 'f' })
  const manager = await managerOf(connection)
  const stored = await manager.streams.getMessage(stream, { seq: 4 })
  expect(stored?.header.get('Nats-Msg-Id')).toBe('f')
})

test('a message that is too large for the server is missing, and nothing after it is kept', async () => {
  const { connection } = await join(await start())
  const bus = await openLeaderBus(connection, subjects)
  const { frames } = subjects
  await bus.confirm(frames, Buffer.from('a'), { id: 'a', after: 0, afterId: null })
  const large = Buffer.alloc(connection.info!.max_payload + 1)
  bus.send(frames, large)
  bus.keep(frames, large, { id: 'b', after: 1, afterId: 'a' })
  const next = bus.confirm(frames, Buffer.from('c'), { id: 'c', after: 2, afterId: 'b' })
  await expect(next).rejects.toThrow()
  expect(await bus.lastNumber()).toBe(1)
  await connection.close()
  bus.keep(frames, Buffer.from('d'), { id: 'd', after: 1, afterId: 'a' })
})

test('a seat continues after a restart of the server, and the stream is kept again', async () => {
  const nats = await start()
  const server = await join(nats)
  const publisher = await leaderOn(await join(nats), 1)
  const seat = await seatOn(await join(nats))
  await expect.poll(() => stateOf(seat)).toBe('live')
  await nats.stop()
  await expect.poll(() => seat.follower.state).not.toBe('live')
  await nats.start()
  await expect.poll(() => seat.follower.state).toBe('live')
  const { position } = seat.follower
  publisher.record('f', systemClock.monotonic(), Buffer.from('{"after":true}'))
  await expect.poll(() => seat.follower.position! > position! && seat.follower.state).toBe('live')
  await expect.poll(() => keptEpochs(server).catch(() => [])).toContain(1)
})

test('a question fails as soon as its server ends, and the next one is asked once it is back', async () => {
  const nats = await start()
  const { connection } = await join(nats)
  const other = await join(nats)
  let isSilent = true
  other.connection.subscribe('question', {
    callback: (_error, message) => void (isSilent || message.respond())
  })
  await other.connection.flush()
  const question = expect(connection.request('question', '', { timeout: 3_600_000 })).rejects.toThrow()
  await connection.flush()
  await nats.stop()
  await question
  isSilent = false
  await nats.start()
  await expect.poll(() => connection.request('question').catch(() => null)).not.toBeNull()
})

test('only one process holds the lease, and the next one has a higher epoch', async () => {
  const nats = await start()
  const { signal } = new AbortController()
  const take = async (holder: string) => {
    const store = await openLeaseStore(await join(nats), subjects)
    return acquireLease({ clock: systemClock, store, seen: nothingSeen(), holder, milliseconds: 600 }, signal)
  }
  const first = await take('first')
  const waiting = take('second')
  await first.renew()
  expect(first.isHeld).toBe(true)
  await first.release()
  expect((await waiting).epoch).toBeGreaterThan(first.epoch)
  expect(first.isHeld).toBe(false)
})

test('the lease is free again after the server lost its files, also for a collector that waited', async () => {
  const nats = await start()
  const { signal } = new AbortController()
  const open = async () => openLeaseStore(await join(nats), subjects)
  const [one, other] = [await open(), await open()]
  const take = (store: LeaseStore) =>
    acquireLease(
      { clock: systemClock, store, seen: nothingSeen(), holder: 'test', milliseconds: 600 },
      signal
    )
  const first = await take(one)
  const waiting = take(other)
  await nats.stop()
  await expect.poll(() => first.isHeld).toBe(false)
  await rm(nats.store, { recursive: true })
  await nats.start()
  const second = await waiting
  expect(second.isHeld).toBe(true)
  await second.release()
})

test('a seat leaves a server that is cut off from its collector', async () => {
  const [alone, port] = [await start(), await freePort()]
  const live = new FeedLive({
    access: { servers: [alone.url, `nats://127.0.0.1:${port}`], digest: 'a', identity: { open: true } },
    ...{ subjects, staleAfter, warn: () => undefined }
  })
  undo.push(() => live.dispose())
  live.start()
  await expect.poll(() => live.path.server?.address).toContain(`${alone.port}`)
  const other = await start('', port)
  await leaderOn(await join(other), 1)
  await expect.poll(() => stateOf(live.seat)).toBe('live')
  expect(live.path.server?.address).toContain(`${port}`)
})

test('a seat may read the feed, and may not send any of it', async () => {
  const [collector, seatUser, rogueUser] = [createUser(), createUser(), createUser()]
  const keyOf = (user: typeof collector) => user.getPublicKey()
  const seedOf = (user: typeof collector) => Buffer.from(user.getSeed()).toString()
  const reading = (user: typeof collector) => `{ nkey: ${keyOf(user)}, permissions: {
    publish: { allow: ["$JS.API.STREAM.MSG.GET.${subjects.stream}"] }
    subscribe: { allow: ["leadline.v1.>", "${inboxOf(keyOf(user))}.>"] } } }`
  const leading = (user: typeof collector) => `{ nkey: ${keyOf(user)}, permissions: {
    publish: { allow: ["leadline.v1.>", "$KV.leadline_v1_leases.>", "$JS.API.>"] }
    subscribe: { allow: ["${inboxOf(keyOf(user))}.>"] } } }`
  const nats = await start(
    `authorization { users: [ ${leading(collector)}, ${reading(seatUser)}, ${reading(rogueUser)} ] }`
  )
  const as = (user: typeof collector) => join(nats, { identity: { nkeySeed: seedOf(user) } })
  const leader = await as(collector)
  const store = await openLeaseStore(leader, subjects)
  const lease = { clock: systemClock, store, seen: nothingSeen(), holder: 'collector', milliseconds: 3000 }
  const term = await acquireLease(lease, new AbortController().signal)
  await term.renew()
  expect(term.isHeld).toBe(true)
  await term.release()
  await leaderOn(leader, 5)
  const seat = await seatOn(await as(seatUser))
  await expect.poll(() => [stateOf(seat), seat.follower.isMissing]).toEqual(['live', false])
  const before = { ...seat.follower.counts }
  const { connection } = await as(rogueUser)
  const refused: string[] = []
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') refused.push(status.error.message)
  })()
  const forged = Buffer.from('4c46010300000000000018400000000000001c40000000000000f83f01', 'hex')
  const targets = [
    subjects.frames,
    subjects.beat,
    subjects.keyOf('BTCUSD'),
    '$JS.API.STREAM.DELETE.x',
    '$KV.x.y'
  ]
  for (const target of targets) connection.publish(target, forged)
  connection.subscribe(`${inboxOf(keyOf(seatUser))}.>`)
  await expect.poll(() => refused.length).toBe(targets.length + 1)
  for (const sentence of refused) expect(sentence).toMatch(/permissions violation/i)
  expect(seat.follower.counts).toEqual(before)
  await expect.poll(() => [seat.follower.epoch, stateOf(seat)]).toEqual([5, 'live'])
  const stranger = createUser()
  await expect(as(stranger)).rejects.toMatchObject({ problem: { code: 'feed.refused' } })
  await expect(join(nats)).rejects.toMatchObject({ problem: { code: 'feed.refused' } })
})

test('an encrypted connection is made to the server of a known authority, and to no other', async () => {
  const pair = `cert_file: "${certificateFile('service')}", key_file: "${certificateFile('service').replace('.pem', '.key')}"`
  const nats = await start(`tls { ${pair} }`)
  const servers = [`tls://127.0.0.1:${nats.port}`]
  const authority = await readFile(certificateFile('authority'), 'utf8')
  const { connection } = await join(nats, { servers, authority })
  expect(connection.info?.tls_required).toBe(true)
  // Its certificate is of another server.
  const misnamed = servers.map((server) => server.replace('127.0.0.1', 'localhost'))
  await expect(join(nats, { servers: misnamed, authority })).rejects.toMatchObject({
    problem: { code: 'feed.connect' }
  })
  await expect(join(nats, { servers })).rejects.toMatchObject({ problem: { code: 'feed.connect' } })
  const plain = await start()
  const other = [`tls://127.0.0.1:${plain.port}`]
  await expect(join(plain, { servers: other, authority })).rejects.toMatchObject({
    problem: { code: 'feed.connect' }
  })
})
