import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Connections } from '#engine/connection/index'
import type { ProfileDraft } from '#shared/contract/connection/connections'
import { openConnections } from '../support/open-connections'
import { freshFolder } from '../support/folder'
import { MemorySecrets } from '../support/memory-secrets'
import { SkippingClock } from '../support/skipping-clock'
import { startTokenServer, type TokenServer } from '../support/token-server'

let server: TokenServer
let secrets: MemorySecrets
let file: string
let connections: Connections
const notices: string[] = []

const open = async () => {
  connections = await openConnections({
    file,
    secretStore: secrets,
    local: null,
    fetch: (url, init) => fetch(url, init),
    confirmHosts: async () => true,
    keepOutOfLogs: () => {},
    clock: new SkippingClock(),
    random: Math.random,
    notice: (sentence) => notices.push(sentence)
  })
}
const draft = (name: string): ProfileDraft => ({
  name,
  environment: 'sandbox',
  restBase: 'https://api.example.com/v2/',
  tokenHost: server.address,
  streamAddress: 'wss://ws.example.com',
  clientId: 'desk',
  features: { markets: true, addresses: true, conversions: false, statements: false }
})
const add = async (name = 'Desk') => {
  const typed = { id: null, draft: draft(name), clientSecret: 'hush' }
  const outcome = await connections.save({ ...typed, sessionOnly: false })
  if (!outcome.saved) throw new Error(JSON.stringify(outcome.fields))
  return outcome.id
}
const written = async () =>
  JSON.parse(await readFile(file, 'utf8')) as { profiles: Record<string, unknown>[] }

beforeEach(async () => {
  server = await startTokenServer()
  secrets = new MemorySecrets()
  notices.length = 0
  file = path.join(await freshFolder(), 'connections.json')
  await open()
})
afterEach(async () => {
  connections.dispose()
  await server.close()
})

test('keeps other profiles and secrets if one is unreadable', async () => {
  const id = await add()
  const content = await written()
  const [good] = content.profiles
  const damaged = JSON.stringify({
    ...content,
    profiles: [{ ...good, id: 'bad', name: 'Bad', environment: 'moon' }, good, 7]
  })
  await writeFile(file, damaged)
  await open()
  expect(connections.fileNotice).toContain('2 of 3 connections could not be read (“Bad”, number 3)')
  expect(connections.profiles().find((profile) => profile.id === id)?.secret).toBe('keychain')
  expect((await connections.connect(id)).status.phase).toBe('connected')
  expect(server.asked[0]?.form.get('client_secret')).toBe('hush')
  await add('Second')
  expect((await written()).profiles[0]).toMatchObject({ id, secretInKeychain: true })

  const kept = (await readdir(path.dirname(file))).filter((name) => name !== 'connections.json')
  expect(kept).toHaveLength(1)
  const copy = path.join(path.dirname(file), kept[0]!)
  expect(connections.fileNotice).toContain(copy)
  expect(await readFile(copy, 'utf8')).toBe(damaged)
  await open()
  expect(connections.fileNotice).toBeNull()
  expect(connections.profiles().map(({ name }) => name)).toEqual(['Local sandbox', 'Desk', 'Second'])
})

test('deletes pending secrets despite an unreadable profile', async () => {
  const id = await add()
  secrets.is = 'locked'
  await connections.remove(id)
  await writeFile(file, JSON.stringify({ ...(await written()), profiles: [7] }))
  await open()
  secrets.is = 'ready'
  await connections.checkKeychain()
  expect(secrets.kept.has(id)).toBe(false)
})

test.each([
  ['its version', { version: '1' }, 'no connection is lost', 1],
  ['what was in use', { lastUsed: 7 }, 'no connection is lost', 1],
  ['what is to be deleted', { forgotten: [8] }, 'no connection is lost', 1],
  ['the list itself', { profiles: { a: 1 } }, 'the list of connections could not be read', 0]
])('uses the rest if %s is invalid', async (_what, wrong, sentence, own) => {
  await add()
  await writeFile(file, JSON.stringify({ ...(await written()), ...wrong }))
  await open()
  expect(connections.fileNotice).toContain(sentence)
  expect(connections.profiles()).toHaveLength(1 + own)
})

test('quarantines a damaged file', async () => {
  await writeFile(file, '{"version":1,"profiles":[{')
  await open()
  expect(connections.fileNotice).toContain('set aside')
  const [kept] = await readdir(path.dirname(file))
  expect(await readFile(path.join(path.dirname(file), kept!), 'utf8')).toBe('{"version":1,"profiles":[{')
  await add()
})

test('reads a newer file as far as possible and never writes it', async () => {
  await add()
  const newer = { ...(JSON.parse(await readFile(file, 'utf8')) as object), version: 9, more: true }
  await writeFile(file, JSON.stringify(newer))
  await open()
  expect(connections.profiles().map(({ name }) => name)).toEqual(['Local sandbox', 'Desk'])
  await add('Second')
  expect(connections.profiles()).toHaveLength(3)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(newer)
  expect(notices.join()).toContain('newer Leadline')
})

test('keeps changes for the session if it is not writable', async () => {
  file = path.join(path.dirname(file), 'a-file', 'connections.json')
  await writeFile(path.dirname(file), '')
  await open()
  const id = await add()
  expect(connections.profiles().find((profile) => profile.id === id)).toBeDefined()
  expect(notices[0]).toContain(file)
})

test('quarantines a folder of that name with its contents', async () => {
  await mkdir(path.join(file, 'inside'), { recursive: true })
  await open()
  const id = await add()
  const all = await readdir(path.dirname(file), { recursive: true })
  expect(all.filter((name) => /^connections\.json\.damaged-[^/]*.inside$/.test(name))).toHaveLength(1)
  expect(await readFile(file, 'utf8')).toContain(id)
})

test('keeps unknown fields', async () => {
  const id = await add()
  const content = JSON.parse(await readFile(file, 'utf8')) as { profiles: Record<string, unknown>[] }
  content.profiles[0]!['colour'] = 'red'
  await writeFile(file, JSON.stringify({ ...content, other: 1 }))
  await open()
  await connections.save({ id, draft: draft('New'), sessionOnly: false })
  const after = JSON.parse(await readFile(file, 'utf8')) as { profiles: unknown[] }
  expect(after).toMatchObject({ other: 1, profiles: [{ colour: 'red', name: 'New' }] })
})
