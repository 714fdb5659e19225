import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '@nats-io/nkeys'
import { serviceDigest, type Connections, type FeedLink } from '#engine/connection/index'
import { readSeatFile } from '#engine/connection/seat-file'
import { fail } from '#shared/domain/base/problem'
import { freshFolder } from '../support/folder'
import { MemorySecrets } from '../support/memory-secrets'
import { openConnections } from '../support/open-connections'
import { SkippingClock } from '../support/skipping-clock'

const seed = Buffer.from(createUser().getSeed()).toString()
const jwt = 'eyJ0eXAi.eyJqdGki.c2ln'
const content = {
  format: 'leadline-seat',
  version: 1,
  name: 'Trading desk',
  environment: 'production',
  digest: '20df12314ad4',
  servers: ['tls://feed.example.com:4222'],
  authority: 'certificate',
  seed
}

let folder: string
let secrets: MemorySecrets
let connections: Connections
const kept: string[] = []
const links: (FeedLink | null)[] = []
const open = async () => {
  connections = await openConnections({
    file: path.join(folder, 'connections.json'),
    secretStore: secrets,
    local: null,
    fetch: () => Promise.reject(new Error('A desk feed requests no token.')),
    confirmHosts: () => Promise.reject(new Error('The key is not sent.')),
    keepOutOfLogs: (secret) => kept.push(secret),
    clock: new SkippingClock(),
    random: Math.random,
    notice: () => undefined
  })
  connections.onFeed((link) => links.push(link))
}
beforeEach(async () => {
  folder = await freshFolder()
  secrets = new MemorySecrets()
  kept.length = links.length = 0
  await open()
})
afterEach(() => connections.dispose())

async function seat(change: object = {}) {
  const file = path.join(folder, 'seat.json')
  await writeFile(file, JSON.stringify({ ...content, ...change }))
  return readSeatFile(file)
}

test('a seat file becomes a connection that is followed with its key, also after a restart', async () => {
  const saved = await connections.addSeat(await seat())
  expect(saved).toMatchObject({ saved: true })
  const id = saved.saved ? saved.id : ''
  connections.dispose()
  await open()
  await connections.connect(id)
  expect(connections.read().status).toMatchObject({ profileId: id, phase: 'connected', granted: [] })
  const { servers, digest, authority } = content
  expect(links.at(-1)?.access).toEqual({ servers, digest, authority, identity: { nkeySeed: seed } })
  expect(connections.profiles().at(-1)?.features).toEqual({
    markets: true,
    addresses: false,
    conversions: false,
    statements: false
  })
  await connections.disconnect()
  expect(links.at(-1)).toBeNull()
})

test('a signed seat keeps its two parts together, and both out of logs', async () => {
  const saved = await connections.addSeat(await seat({ jwt }))
  await connections.connect(saved.saved ? saved.id : '')
  expect(links.at(-1)?.access.identity).toEqual({ nkeySeed: seed, jwt })
  expect(kept).toContain(seed)
})

test('a second file of the same name does not replace the first', async () => {
  await connections.addSeat(await seat())
  await connections.addSeat(await seat())
  expect(connections.profiles().map(({ name }) => name)).toEqual([
    'Local sandbox',
    'Trading desk',
    'Trading desk copy'
  ])
})

test('the key is kept until the app quits if the keychain does not take it', async () => {
  secrets.set = () => Promise.reject(fail('keychain.locked', 'The keychain is locked.'))
  const saved = await connections.addSeat(await seat())
  expect(saved).toMatchObject({ saved: true, secretProblem: { code: 'keychain.locked' } })
  await connections.connect(saved.saved ? saved.id : '')
  expect(links.at(-1)?.access.identity).toEqual({ nkeySeed: seed })
})

test('a server of this computer needs no key, and any other does', async () => {
  const { seed: _seed, ...open } = content
  const without = (servers: readonly string[]) => seat({ ...open, seed: undefined, servers })
  const local = await connections.addSeat(await without(['nats://127.0.0.1:4222']))
  await connections.connect(local.saved ? local.id : '')
  expect(links.at(-1)?.access.identity).toEqual({ open: true })
  const remote = await connections.addSeat(await without(['tls://feed.example.com']))
  await connections.connect(remote.saved ? remote.id : '')
  expect(connections.read().status).toMatchObject({
    phase: 'failed',
    problem: { code: 'connection.no-secret' }
  })
})

test.each([
  { format: 'other' },
  { version: 2 },
  { name: ' ' },
  { environment: 'test' },
  { digest: '../../etc/pas' },
  { servers: [] },
  { servers: Array.from({ length: 11 }, () => 'tls://a.example') },
  { seed: 'SAAA' },
  { jwt: 'a b' },
  { authority: 'x'.repeat(20_001) }
])('%o is not in a seat file', async (change) => {
  await expect(seat(change)).rejects.toMatchObject({ problem: { code: 'feed.seat-file' } })
})

test('servers off this computer are refused without encryption', async () => {
  const plain = await seat({ servers: ['nats://feed.example.com:4222'] })
  await expect(connections.addSeat(plain)).rejects.toThrow('connection.invalid')
  expect(connections.profiles()).toHaveLength(1)
})

describe('sharing with a desk', () => {
  const draft = {
    name: 'Platform',
    environment: 'production',
    restBase: 'https://api.example.com/v2',
    tokenHost: 'https://auth.example.com',
    streamAddress: 'wss://stream.example.com/stream',
    clientId: 'desk',
    features: { markets: true, addresses: false, conversions: false, statements: false }
  } as const
  const digest = serviceDigest(draft)
  const file = (change: object = {}) => seat({ digest, jwt, shares: true, ...change })
  let id: string
  const share = (change: object = {}) => connections.share(id, () => file(change))
  beforeEach(async () => {
    const saved = await connections.save({ id: null, draft, sessionOnly: false })
    id = saved.saved ? saved.id : ''
  })

  test('keeps the servers with the connection, and the key in the keychain alone', async () => {
    const { profiles } = (await share())!
    const { servers, authority } = content
    expect(profiles.at(-1)?.share).toEqual({ servers, authority })
    expect((await connections.shareAccess(id))?.identity).toEqual({ nkeySeed: seed, jwt })
    expect(await readFile(path.join(folder, 'connections.json'), 'utf8')).not.toContain(seed)
    expect(kept).toContain(seed)
    await connections.stopSharing(id)
    expect(connections.profiles().at(-1)?.share).toBeUndefined()
    expect(await connections.shareAccess(id)).toBeNull()
    expect(secrets.kept.size).toBe(0)
  })

  test('is only for the same service and client ID, and with a key that may send', async () => {
    const refused = async (change: object) =>
      expect(share(change)).rejects.toMatchObject({
        problem: { code: 'feed.seat-file' }
      })
    await refused({ digest: '20df12314ad4' })
    await refused({ environment: 'sandbox' })
    await refused({ shares: false })
    await expect(connections.addSeat(await file())).rejects.toMatchObject({
      problem: { code: 'feed.seat-file' }
    })
    expect(secrets.kept.size).toBe(0)
  })

  test('asks for no file of a connection that is not there, and a cancelled dialog changes nothing', async () => {
    const choose = () => Promise.reject(new Error('Nothing is asked.'))
    await expect(connections.share('gone', choose)).rejects.toMatchObject({
      problem: { code: 'connection.unknown' }
    })
    expect(await connections.share(id, async () => null)).toBeNull()
    expect(await connections.shareAccess(id)).toBeNull()
  })

  test('ends with the service, the connection and its copy', async () => {
    await share()
    const copy = await connections.duplicate(id)
    expect(connections.profiles().find((each) => each.id === copy.id)?.share).toBeUndefined()
    await connections.save({ id, draft: { ...draft, name: 'Renamed' }, sessionOnly: false })
    expect(await connections.shareAccess(id)).not.toBeNull()
    await connections.save({ id, draft: { ...draft, clientId: 'other' }, sessionOnly: false })
    expect(connections.profiles().find((each) => each.id === id)?.share).toBeUndefined()
    expect(secrets.kept.size).toBe(0)
    await connections.save({ id, draft, sessionOnly: false })
    await share()
    await connections.remove(id)
    expect(secrets.kept.size).toBe(0)
  })
})
