import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Connections, ServiceHosts } from '#engine/connection/index'
import { openConnections } from '../support/open-connections'
import { bindSecret, secretFor } from '#engine/connection/bound-secret'
import type { ProfileDraft } from '#shared/contract/connection/connections'
import { freshFolder } from '../support/folder'
import { MemorySecrets } from '../support/memory-secrets'
import { SkippingClock } from '../support/skipping-clock'
import { startTokenServer, type TokenServer } from '../support/token-server'

let own: TokenServer
let foreign: TokenServer
let secrets: MemorySecrets
let file: string
let connections: Connections
let questions: ServiceHosts[]
let answer: (hosts: ServiceHosts) => Promise<boolean>

const open = async () => {
  connections = await openConnections({
    file,
    secretStore: secrets,
    local: null,
    fetch: (url, init) => fetch(url, init),
    confirmHosts: (hosts) => {
      questions.push(hosts)
      return answer(hosts)
    },
    keepOutOfLogs: () => {},
    clock: new SkippingClock(),
    random: Math.random,
    notice: () => {}
  })
}

beforeEach(async () => {
  own = await startTokenServer()
  foreign = await startTokenServer()
  secrets = new MemorySecrets()
  file = path.join(await freshFolder(), 'connections.json')
  questions = []
  answer = async () => true
  await open()
})
afterEach(async () => {
  connections.dispose()
  await own.close()
  await foreign.close()
})

const draft = (more: Partial<ProfileDraft> = {}): ProfileDraft => ({
  name: 'Desk',
  environment: 'sandbox',
  restBase: 'https://api.example.com/v2',
  tokenHost: own.address,
  streamAddress: 'wss://ws.example.com',
  clientId: 'desk',
  features: { markets: true, addresses: true, conversions: false, statements: false },
  ...more
})
const add = async (sessionOnly = false) => {
  const outcome = await connections.save({ id: null, draft: draft(), clientSecret: 'hush', sessionOnly })
  if (!outcome.saved) throw new Error(JSON.stringify(outcome.fields))
  return outcome.id
}
const edit = async (change: Record<string, unknown>) => {
  const content = JSON.parse(await readFile(file, 'utf8')) as { profiles: object[] }
  await writeFile(file, JSON.stringify({ ...content, profiles: [{ ...content.profiles[0], ...change }] }))
  connections.dispose()
  await open()
}

const changes: Record<string, () => Record<string, string>> = {
  'token host': () => ({ tokenHost: foreign.address }),
  'REST base': () => ({ restBase: `${foreign.address}/v2` }),
  'stream address': () => ({ streamAddress: foreign.address.replace('http', 'ws') }),
  'client id': () => ({ clientId: 'someone-else' })
}

test.each(Object.entries(changes))(
  'asks for the secret again if %s was changed in the file',
  async (_what, change) => {
    const id = await add()
    await edit(change())
    const { status } = await connections.connect(id)
    expect(status).toMatchObject({
      phase: 'refused',
      sentence: expect.stringContaining('was not sent') as string
    })
    expect([...own.asked, ...foreign.asked]).toEqual([])
    await expect(connections.formTest.access({ id, draft: draft(change()) })).rejects.toThrow(
      'connection.secret-again'
    )

    const { hostname } = new URL(own.address)
    questions = []
    await connections.save({ id, draft: draft(change()), clientSecret: 'hush', sessionOnly: false })
    expect(questions).toEqual([
      expect.objectContaining({ tokenHost: expect.stringContaining(hostname) as string })
    ])
    expect((await connections.connect(id)).status.phase).toBe('connected')
  }
)

test.each([
  ['http://auth.example.com', 'https://'],
  ['ftp://auth.example.com', 'https://'],
  ['http://127.0.0.1.example.com', 'https://'],
  ['javascript:alert(1)', 'not a valid URL']
])('refuses a token host of %s before reading the keychain', async (tokenHost, words) => {
  const id = await add()
  await edit({ tokenHost })
  secrets.is = 'locked'
  const { status } = await connections.connect(id)
  expect(status).toMatchObject({ phase: 'refused', sentence: expect.stringContaining(words) as string })
})

test('ignores plain entries; restoring the file makes the secret usable again', async () => {
  const id = await add()
  const kept = secrets.kept.get(id)!
  secrets.kept.set(id, 'hush')
  expect((await connections.connect(id)).status.sentence).toContain('was not sent')
  secrets.kept.set(id, kept)
  await edit({ tokenHost: foreign.address })
  expect((await connections.connect(id)).status.phase).toBe('refused')
  await edit({ tokenHost: own.address })
  expect((await connections.connect(id)).status.phase).toBe('connected')
  expect(questions).toHaveLength(1)
})

test.each(Object.entries(changes))('requires the secret if a window changes %s', async (_what, change) => {
  for (const sessionOnly of [false, true]) {
    const id = await add(sessionOnly)
    const outcome = await connections.save({ id, draft: draft(change()), sessionOnly })
    expect(outcome).toEqual({
      saved: false,
      fields: { clientSecret: expect.stringContaining('enter the client secret again') as string }
    })
    await expect(connections.formTest.access({ id, draft: draft(change()) })).rejects.toThrow(
      'connection.secret-again'
    )
    await connections.remove(id)
  }
  expect(foreign.asked).toEqual([])
})

test('asks once about a new host', async () => {
  await connections.formTest.access({ id: null, draft: draft(), clientSecret: 'hush' })
  const id = await add()
  expect(questions).toEqual([
    { tokenHost: new URL(own.address).host, restBase: 'api.example.com', streamAddress: 'ws.example.com' }
  ])
  await open()
  await connections.save({ id, draft: draft(), clientSecret: 'rotated', sessionOnly: false })
  expect(questions).toHaveLength(1)
})

test('saves and sends nothing without approval, with one question at a time', async () => {
  let decide: (yes: boolean) => void = () => {}
  answer = () => new Promise((resolve) => (decide = resolve))
  const elsewhere = draft({ tokenHost: foreign.address })
  const asking = connections.formTest.access({ id: null, draft: elsewhere, clientSecret: 'x' })
  await expect(connections.formTest.access({ id: null, draft: draft(), clientSecret: 'x' })).rejects.toThrow(
    'connection.asking'
  )
  await expect.poll(() => questions).toHaveLength(1)
  decide(false)
  await expect(asking).rejects.toThrow('connection.declined')
  answer = async () => false
  await expect(
    connections.save({ id: null, draft: elsewhere, clientSecret: 'x', sessionOnly: true })
  ).rejects.toThrow('connection.declined')
  expect(connections.profiles()).toHaveLength(1)
  expect([...own.asked, ...foreign.asked]).toEqual([])
})

test('asks again about a host approved for another use', async () => {
  await add()
  const swapped = draft({ tokenHost: 'https://api.example.com' })
  answer = async () => false
  await expect(connections.formTest.access({ id: null, draft: swapped, clientSecret: 'x' })).rejects.toThrow(
    'connection.declined'
  )
})

test('opens a stored entry only for its own endpoints', () => {
  const text = fc.string({ maxLength: 30 })
  const endpoints = fc.record({ restBase: text, tokenHost: text, streamAddress: text, clientId: text })
  fc.assert(
    fc.property(fc.string(), endpoints, endpoints, (secret, one, other) => {
      const entry = bindSecret(secret, one)
      expect(secretFor(entry, one)).toBe(secret)
      const isSame = JSON.stringify(one) === JSON.stringify(other)
      expect(secretFor(entry, other)).toBe(isSame ? secret : null)
      expect(secretFor(secret, one)).toBeNull()
    })
  )
})

test('fits the longest secret and URLs into a Windows credential', () => {
  const address = 'a'.repeat(500)
  const entry = bindSecret('s'.repeat(2000), {
    restBase: address,
    tokenHost: address,
    streamAddress: address,
    clientId: 'c'.repeat(300)
  })
  expect(Buffer.byteLength(entry)).toBeLessThan(2560)
})
