import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Connections, LocalService } from '#engine/connection/index'
import { openConnections } from '../support/open-connections'
import { localSandboxId, type ProfileDraft } from '#shared/contract/connection/connections'
import { freshFolder } from '../support/folder'
import { MemorySecrets } from '../support/memory-secrets'
import { SkippingClock } from '../support/skipping-clock'
import { grant, startTokenServer, type TokenServer } from '../support/token-server'

let server: TokenServer
let connections: Connections

const open = async (local: LocalService | null = null) =>
  openConnections({
    file: path.join(await freshFolder(), 'connections.json'),
    secretStore: new MemorySecrets(),
    local,
    fetch: (url, init) => fetch(url, init),
    confirmHosts: async () => true,
    keepOutOfLogs: () => {},
    clock: new SkippingClock(),
    random: Math.random,
    notice: () => {}
  })
const address = 'https://api.example.com/v2'
const draft = (more: Partial<ProfileDraft> = {}): ProfileDraft => ({
  name: 'Desk',
  environment: 'sandbox',
  restBase: address,
  tokenHost: server.address,
  streamAddress: 'wss://ws.example.com',
  clientId: 'desk',
  features: { markets: true, addresses: true, conversions: false, statements: false },
  ...more
})
const add = async () => {
  const outcome = await connections.save({
    id: null,
    draft: draft(),
    clientSecret: 'hush',
    sessionOnly: false
  })
  if (!outcome.saved) throw new Error(JSON.stringify(outcome.fields))
  return outcome
}

const seen: (string | null)[] = []
const listen = () =>
  connections.onLink((link) => seen.push(link && `${link.profile.name} ${link.access.restBase}`))

beforeEach(async () => {
  server = await startTokenServer()
  connections = await open()
  seen.length = 0
})
afterEach(async () => {
  connections.dispose()
  await server.close()
})

test('exists while connected, until disconnect, edit or deletion', async () => {
  const { id } = await add()
  const unsubscribe = listen()
  await connections.connect(id)
  await connections.save({ id, draft: draft({ name: 'Other name' }), sessionOnly: false })
  expect(seen).toEqual([`Desk ${address}`])
  await connections.disconnect()
  await connections.connect(id)
  await connections.save({
    id,
    draft: draft({ restBase: 'https://other.example.com/v2' }),
    clientSecret: 'hush',
    sessionOnly: false
  })
  await connections.connect(id)
  await connections.remove(id)
  expect(seen).toEqual([
    `Desk ${address}`,
    null,
    `Other name ${address}`,
    null,
    'Desk https://other.example.com/v2',
    null
  ])
  unsubscribe()
  await add()
  expect(seen).toHaveLength(6)
})

test('is passed to later listeners at once', async () => {
  const { id } = await add()
  await connections.connect(id)
  listen()
  expect(seen).toEqual([`Desk ${address}`])
})

test('is replaced with a new token when the local sandbox moved', async () => {
  const moved = await startTokenServer()
  let place = server
  connections = await open({
    start: () =>
      Promise.resolve({
        restBase: `${place.address}/v2`,
        tokenHost: place.address,
        streamAddress: '',
        clientId: 'own',
        clientSecret: 'own'
      })
  })
  listen()
  await connections.connect(localSandboxId)
  await connections.localMoved(false)
  expect((await connections.read()).status.phase).toBe('failed')
  place = moved
  await connections.localMoved(true)
  expect(seen).toEqual([`Local sandbox ${server.address}/v2`, null, `Local sandbox ${moved.address}/v2`])
  expect([server.asked.length, moved.asked.length]).toEqual([1, 1])
  await moved.close()
})

test('shares the token host’s back-off with connection tests', async () => {
  const { id } = await add()
  const times: number[] = []
  server.reply = (response, asked) => {
    times.push(performance.now())
    grant()(response, asked)
  }
  await connections.connect(id)
  await connections.formTest.access({ id, draft: draft() })
  expect(times[1]! - times[0]!).toBeGreaterThan(1000)
})
