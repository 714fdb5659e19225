import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Connections, LocalService } from '#engine/connection/index'
import { openConnections } from '../support/open-connections'
import {
  localSandboxId,
  type ConnectionsState,
  type ProfileDraft
} from '#shared/contract/connection/connections'
import { freshFolder } from '../support/folder'
import { MemorySecrets } from '../support/memory-secrets'
import { SkippingClock } from '../support/skipping-clock'
import { grant, json, startTokenServer, type TokenServer } from '../support/token-server'

let server: TokenServer
let secrets: MemorySecrets
let file: string
let connections: Connections
const changes: ConnectionsState[] = []
const notices: string[] = []
let clock: SkippingClock

const open = async (local: LocalService | null = null) => {
  connections = await openConnections({
    file,
    secretStore: secrets,
    local,
    fetch: (url, init) => fetch(url, init),
    confirmHosts: async () => true,
    keepOutOfLogs: () => {},
    clock,
    random: Math.random,
    notice: (sentence) => notices.push(sentence)
  })
  connections.onChange((state) => changes.push(state))
}

beforeEach(async () => {
  server = await startTokenServer()
  secrets = new MemorySecrets()
  file = path.join(await freshFolder(), 'connections.json')
  changes.length = notices.length = 0
  clock = new SkippingClock()
  await open()
})
afterEach(async () => {
  connections.dispose()
  await server.close()
})

const draft = (more: Partial<ProfileDraft> = {}): ProfileDraft => ({
  name: 'Desk',
  environment: 'sandbox',
  restBase: 'https://api.example.com/v2/',
  tokenHost: server.address,
  streamAddress: 'wss://ws.example.com',
  clientId: 'desk',
  features: { markets: true, addresses: true, conversions: false, statements: false },
  ...more
})
const add = async (
  more: Partial<ProfileDraft> = {},
  sessionOnly = false,
  clientSecret: string | undefined = 'hush'
) => {
  const outcome = await connections.save({ id: null, draft: draft(more), clientSecret, sessionOnly })
  if (!outcome.saved) throw new Error(JSON.stringify(outcome.fields))
  return outcome
}
const shown = async (id: string) => (await connections.read()).profiles.find((profile) => profile.id === id)

test('has the local sandbox from the start, and writes nothing before a change', async () => {
  expect((await connections.read()).profiles).toMatchObject([
    { id: localSandboxId, builtIn: true, secret: 'not-needed' }
  ])
  expect(await readdir(path.dirname(file))).toEqual([])
  const state = await connections.connect(localSandboxId)
  expect(state.status).toMatchObject({ phase: 'refused' })
  expect(state.status.sentence).toContain('not included')
})

test('stores the secret only in the keychain, and keeps it after a restart', async () => {
  const { id } = await add()
  expect(secrets.kept.get(id)).toContain('hush')
  expect(await readFile(file, 'utf8')).not.toContain('hush')
  await open()
  expect(await shown(id)).toMatchObject({
    name: 'Desk',
    secret: 'keychain',
    restBase: 'https://api.example.com/v2'
  })
  expect((await connections.connect(id)).status).toMatchObject({ phase: 'connected', profileId: id })
  expect(server.asked[0]?.form.get('client_secret')).toBe('hush')
  expect(JSON.stringify(changes)).not.toContain('hush')
})

test('requests only the read scopes of enabled features', async () => {
  const { id } = await add()
  await connections.connect(id)
  expect(server.asked[0]?.form.get('scope')).toBe(
    'exchange:read_aggregated_marketdata_stream transfer:read_deposit_address'
  )
})

test('keeps a session secret out of the keychain', async () => {
  const { id } = await add({}, true)
  expect(secrets.kept.size).toBe(0)
  expect((await connections.connect(id)).status.phase).toBe('connected')
  await open()
  expect((await shown(id))?.secret).toBe('none')
  expect((await connections.connect(id)).status.phase).toBe('refused')
})

test('removes the secret from the keychain when it becomes a session secret', async () => {
  const { id } = await add()
  await connections.save({ id, draft: draft(), clientSecret: 'other', sessionOnly: true })
  expect(secrets.kept.size).toBe(0)
  expect((await shown(id))?.secret).toBe('session')
})

test.each(['absent', 'locked', 'unanswering'] as const)(
  'saves the profile and offers the session if the keychain is %s',
  async (state) => {
    secrets.is = state
    const outcome = await add()
    expect('secretProblem' in outcome && outcome.secretProblem.code).toBe(`keychain.${state}`)
    expect('secretProblem' in outcome && outcome.secretProblem.sentence).toContain('this session only')
    expect(outcome.state.keychain.state).toBe(state)
    expect((await shown(outcome.id))?.secret).toBe('none')
  }
)

test('deletes the secret with its profile, even while connected', async () => {
  const { id } = await add()
  await connections.connect(id)
  const state = await connections.remove(id)
  expect(secrets.kept.size).toBe(0)
  expect(state.status).toMatchObject({ phase: 'idle', profileId: null })
  expect(state.profiles).toHaveLength(1)
})

test('retries deleting a secret once the keychain answers, even after a restart', async () => {
  const { id } = await add()
  secrets.is = 'locked'
  await connections.remove(id)
  expect(secrets.kept.has(id)).toBe(true)
  expect(notices.join()).toContain('secret will be deleted')
  await open()
  secrets.is = 'ready'
  await connections.checkKeychain()
  expect(secrets.kept.has(id)).toBe(false)
  expect(await readFile(file, 'utf8')).not.toContain(id)
})

test('copies a profile without its secret under a new name', async () => {
  const { id } = await add()
  const first = await connections.duplicate(id)
  const second = await connections.duplicate(id)
  expect(await shown(first.id)).toMatchObject({ name: 'Desk copy', secret: 'none', clientId: 'desk' })
  expect((await shown(second.id))?.name).toBe('Desk copy 2')
  expect(notices[0]).toContain('without the client secret')
  const third = await connections.duplicate(localSandboxId)
  expect(await shown(third.id)).toMatchObject({ name: 'Local sandbox copy', builtIn: false, restBase: '' })
  expect((await connections.connect(third.id)).status.phase).toBe('refused')
})

test('sends a stored secret to no other token host', async () => {
  const { id } = await add()
  const elsewhere = await startTokenServer()
  const moved = draft({ tokenHost: elsewhere.address })
  const outcome = await connections.save({ id, draft: moved, sessionOnly: false })
  expect(outcome).toMatchObject({ saved: false })
  await expect(connections.formTest.access({ id, draft: moved })).rejects.toThrow('connection.secret-again')
  expect(elsewhere.asked).toHaveLength(0)
  expect((await connections.save({ id, draft: moved, clientSecret: 'new', sessionOnly: false })).saved).toBe(
    true
  )
  await elsewhere.close()
})

describe('testing a connection', () => {
  test('reports granted, missing and excessive scopes', async () => {
    server.reply = grant('transfer:read_deposit_address exchange:write_order')
    const result = await connections.formTest.access({
      id: null,
      draft: draft({ name: '' }),
      clientSecret: 'typed'
    })
    expect(result).toMatchObject({
      granted: ['transfer:read_deposit_address', 'exchange:write_order'],
      missing: ['exchange:read_aggregated_marketdata_stream'],
      excessive: ['exchange:write_order'],
      expiresInSeconds: 3600
    })
    expect((await connections.read()).profiles).toHaveLength(1)
  })

  test('fails with the service’s message', async () => {
    server.reply = (response) => json(response, 401, { error: 'invalid_client', error_description: 'who?' })
    await expect(
      connections.formTest.access({ id: null, draft: draft(), clientSecret: 'x' })
    ).rejects.toMatchObject({
      problem: { sentence: expect.stringContaining('invalid_client: who?') as string }
    })
  })
})

test('reports connecting step by step, and distinguishes refusals from failures', async () => {
  const { id } = await add()
  changes.length = 0
  server.reply = (response) => json(response, 401, { error: 'invalid_client' })
  expect((await connections.connect(id)).status).toMatchObject({ phase: 'refused' })
  server.reply = (response) => json(response, 500, {})
  expect((await connections.connect(id)).status).toMatchObject({ phase: 'failed' })
  await expect
    .poll(() => changes.map((change) => change.status.phase))
    .toEqual(expect.arrayContaining(['connecting', 'refused', 'failed']))
})

test('renews a token before it expires without reconnecting', async () => {
  const { id } = await add()
  const { since } = (await connections.connect(id)).status
  expect(clock.kept).toHaveLength(1)
  clock.skip()
  await expect.poll(() => server.asked.length).toBe(2)
  await expect.poll(() => clock.kept.length).toBe(1)
  expect((await connections.disconnect()).status).toMatchObject({ phase: 'idle' })
  expect(clock.kept).toHaveLength(0)
  const connected = changes.filter((change) => change.status.phase === 'connected')
  expect(connected.every((change) => change.status.since === since)).toBe(true)
})

test('warns of excessive scopes', async () => {
  const { id } = await add()
  server.reply = grant('exchange:write_order')
  const { status } = await connections.connect(id)
  expect(status.phase).toBe('connected')
  expect(status.sentence).toContain('more than read access: exchange:write_order')
})

test('lets a later connect win', async () => {
  const slow = await add({ name: 'Slow', clientId: 'slow' })
  const quick = await add({ name: 'Quick', clientId: 'quick' })
  server.reply = (response, asked) => {
    if (asked.form.get('client_id') === 'quick') grant()(response, asked)
  }
  const first = connections.connect(slow.id)
  await expect.poll(() => server.asked.length).toBe(1)
  await connections.connect(quick.id)
  await first
  expect((await connections.read()).status).toMatchObject({ profileId: quick.id, phase: 'connected' })
})

test('disconnects when endpoints change, but not when the name changes', async () => {
  const { id } = await add()
  await connections.connect(id)
  await connections.save({ id, draft: draft({ name: 'Other name' }), sessionOnly: false })
  expect((await connections.read()).status.phase).toBe('connected')
  await connections.save({ id, draft: draft({ environment: 'production' }), sessionOnly: false })
  expect((await connections.read()).status.phase).toBe('idle')
})

test('gets URLs and credentials from the local service', async () => {
  await open({
    start: () =>
      Promise.resolve({
        restBase: '',
        tokenHost: server.address,
        streamAddress: '',
        clientId: 'own',
        clientSecret: 'own'
      })
  })
  expect((await connections.connect(localSandboxId)).status.phase).toBe('connected')
  expect(server.asked[0]?.form.get('client_id')).toBe('own')
  await expect(connections.remove(localSandboxId)).rejects.toThrow('connection.built-in')
})
