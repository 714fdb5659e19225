import { createAccount, createOperator, createUser } from '@nats-io/nkeys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { userToken } from '#engine/feed/desk/jwt'
import { collectorPermissions, seatPermissions } from '#engine/feed/desk/permissions'
import { accountsFile } from '#engine/feed/desk/server-files'
import { FeedSeat } from '#engine/feed/seat/seat'
import { connectFeed } from '#engine/feed/server/connect'
import { bucketOf } from '#engine/feed/server/object-reader'
import { managerOf } from '#engine/feed/server/stream'
import { formatBeat } from '#engine/feed/wire/messages'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { certificate, certificateFile } from '../support/certificates'
import { leadOneMarket, staleAfter } from './leader-of-one-market'
import { startNats, type NatsServer } from './nats-server'

const service = { environment: 'sandbox', restBase: 'https://a.example', clientId: 'a' } as const
const subjects = feedSubjects(service)
const [operator, account, system] = [createOperator(), createAccount(), createAccount()]
const live = [7, 'live', 'live']
const now = () => Math.floor(Date.now() / 1000)
const undo: (() => unknown)[] = []
let nats: NatsServer

beforeEach(async () => {
  const file = accountsFile({
    ...{ operator, account, system: system.getPublicKey(), name: 'desk' },
    ...{ made: now(), changed: now(), revoked: {} }
  })
  nats = await startNats(file)
  undo.push(() => nats.stop())
})
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

/** With the rights that `npm run desk` gives. */
async function join(kind: 'collector' | 'seat', expires?: number) {
  const user = createUser()
  const key = user.getPublicKey()
  const permissions = (kind === 'seat' ? seatPermissions : collectorPermissions)(service, key)
  const jwt = userToken(account, { key, name: kind, issuedAt: now() - 60, expires, permissions })
  const identity = { nkeySeed: Buffer.from(user.getSeed()).toString(), jwt }
  const { connection } = await connectFeed({ servers: [nats.url], identity, name: kind })
  undo.push(() => connection.close())
  const errors: string[] = []
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') errors.push(status.error.message)
  })()
  return { connection, errors }
}

/** A leader with one live market. */
async function lead() {
  const { connection } = await join('collector')
  const publisher = await leadOneMarket(connection, subjects, 7)
  undo.push(() => publisher.end())
  return { connection, publisher }
}

async function follow(timeout = 10_000) {
  const seat = new FeedSeat({ subjects, staleAfter })
  seat.follow((await join('seat')).connection)
  undo.push(() => seat.dispose())
  const state = () => [seat.follower.epoch, seat.follower.state, seat.markets.market('BTCUSD')?.state]
  await expect.poll(state, { timeout }).toEqual(live)
  return { seat, state }
}

test('a seat can have the server answer to others, who ignore it, and cannot have it send the feed', async () => {
  const { connection: leader, publisher } = await lead()
  const { seat, state } = await follow()
  const bucket = bucketOf(service)
  const store = `OBJ_${bucket}`
  const manager = await managerOf(leader)
  await manager.streams.add({ name: store, subjects: [`$O.${bucket}.>`], allow_direct: true })
  const forged = formatBeat({ epoch: 99, position: 0, at: 0, isLive: true })
  leader.publish(`$O.${bucket}.C.x`, forged)
  await leader.flush()
  const { connection, errors } = await join('seat')
  const request = Buffer.from('{"seq":1}')
  for (const reply of [subjects.frames, subjects.beat, subjects.keyOf('BTCUSD')]) {
    connection.publish(`$JS.API.STREAM.MSG.GET.${subjects.stream}`, request, { reply })
    connection.publish(`$JS.API.DIRECT.GET.${store}.$O.${bucket}.C.x`, undefined, { reply })
    // Shared recordings are read like this.
    connection.publish(`$JS.API.STREAM.MSG.GET.${store}`, request, { reply })
    connection.publish(`$JS.API.STREAM.INFO.${store}`, undefined, { reply })
    const config = { name: 'rogue', deliver_subject: reply, deliver_policy: 'all', ack_policy: 'none' }
    const consumer = JSON.stringify({ stream_name: store, config })
    connection.publish(`$JS.API.CONSUMER.CREATE.${store}.rogue`, consumer)
  }
  await expect.poll(() => errors.length).toBe(6)
  for (const sentence of errors) expect(sentence).toMatch(/permissions violation/i)
  await expect.poll(() => seat.follower.counts.unreadable).toBe(6)
  // The stream has one of the answers, so the leader reads its number again.
  publisher.record('f', systemClock.monotonic(), Buffer.from('{"after":true}'))
  await expect.poll(() => publisher.counts.notKept).toBeGreaterThan(0)
  await expect
    .poll(() => [seat.follower.isMissing, seat.follower.counts.leaders, state()])
    .toEqual([false, 1, live])
  await follow()
}, 30_000)

test('a seat joins while another one floods the stream with answers of the server', async () => {
  await lead()
  await follow()
  const { connection } = await join('seat')
  const flood = setInterval(() => {
    const reply = subjects.keyOf('BTCUSD')
    connection.publish(`$JS.API.STREAM.MSG.GET.${subjects.stream}`, '{"seq":1}', { reply })
  }, 5)
  undo.push(() => clearInterval(flood))
  await connection.flush()
  await follow(15_000)
}, 40_000)

test('malformed and oversized messages with the key of a collector are counted, and disturb nobody', async () => {
  const { publisher } = await lead()
  const { seat, state } = await follow()
  const other = await follow()
  const { connection } = await join('collector')
  const beat = formatBeat({ epoch: 7, position: 0, at: 0, isLive: true })
  const malformed = [
    Buffer.alloc(0),
    Buffer.from('{"type":"frame"}'),
    beat.subarray(0, -1),
    Buffer.concat([beat, beat]),
    Buffer.from(beat).fill(0xff, 4),
    Buffer.alloc(1024 * 1024, 0x4c)
  ]
  for (const bytes of malformed)
    for (const subject of [subjects.frames, subjects.beat]) connection.publish(subject, bytes)
  await connection.flush()
  const expected = malformed.length * 2
  await expect.poll(() => seat.follower.counts.unreadable).toBe(expected)
  await expect.poll(() => other.seat.follower.counts.unreadable).toBe(expected)
  // The client would refuse it; the server does, too.
  Object.assign(connection.info!, { max_payload: Number.MAX_SAFE_INTEGER })
  connection.publish(subjects.frames, Buffer.alloc(10 * 1024 * 1024))
  await expect.poll(() => nats.output.text).toMatch(/maximum payload/i)
  const { position } = seat.follower
  publisher.record('f', systemClock.monotonic(), Buffer.from('{"after":true}'))
  await expect.poll(() => seat.follower.position! > position!).toBe(true)
  await expect.poll(() => [state(), other.state()]).toEqual([live, live])
})

test('a token that expires while it is used cuts the seat off, and others stay', async () => {
  await lead()
  const { state } = await follow()
  await expect(join('seat', now() - 1)).rejects.toMatchObject({ problem: { code: 'feed.refused' } })
  const { errors } = await join('seat', now() + 5)
  await expect.poll(() => errors.join(' '), { timeout: 20_000 }).toMatch(/expired/i)
  expect(state()).toEqual(live)
})

test('a server with an expired certificate is refused', async () => {
  const file = certificateFile('expired')
  const expired = await startNats(`tls { cert_file: "${file}", key_file: "${file.replace('.pem', '.key')}" }`)
  undo.push(() => expired.stop())
  const servers = [`tls://127.0.0.1:${expired.port}`]
  const options = {
    servers,
    identity: { open: true },
    authority: certificate('authority'),
    name: 'seat'
  } as const
  await expect(connectFeed(options)).rejects.toMatchObject({
    problem: { code: 'feed.connect', sentence: expect.stringMatching(/expired/i) }
  })
})
