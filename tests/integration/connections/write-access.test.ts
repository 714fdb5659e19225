import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock } from '#engine/base/clock'
import type { Connections } from '#engine/connection/index'
import { canWrite } from '#engine/connection/scopes'
import type { ProfileDraft } from '#shared/contract/connection/connections'
import { writingScopes } from '#shared/domain/connection/writing-scopes'
import { freshFolder } from '../support/folder'
import { MemorySecrets } from '../support/memory-secrets'
import { openConnections } from '../support/open-connections'
import { grant, json, startTokenServer, type Asked, type TokenServer } from '../support/token-server'

/** The waits between requests end at once, and its time goes on by them. */
class HurryingClock implements Clock {
  #ahead = 0
  readonly wall = () => Date.now()
  readonly monotonic = () => performance.now() + this.#ahead

  later(milliseconds: number, call: () => void): () => void {
    if (milliseconds > 1100) return () => {}
    this.#ahead += milliseconds
    const soon = setImmediate(call)
    return () => clearImmediate(soon)
  }
}

const readScope = 'exchange:read_aggregated_marketdata_stream'
const unknownScope = 'leadline:no_such_scope'
const folder = await freshFolder()
const file = path.join(folder, 'connections.json')
const clock = new HurryingClock()
let server: TokenServer
let secrets: MemorySecrets
let connections: Connections
let askedAt: number[]

const open = async () => {
  connections = await openConnections({
    file,
    secretStore: secrets,
    local: null,
    fetch: (url, init) => {
      askedAt.push(clock.monotonic())
      return fetch(url, init)
    },
    confirmHosts: async () => true,
    keepOutOfLogs: () => {},
    clock,
    random: Math.random,
    notice: () => {}
  })
}
const draft = (more: Partial<ProfileDraft> = {}): ProfileDraft => ({
  name: 'Desk',
  environment: 'sandbox',
  restBase: 'https://api.example.com/v2',
  tokenHost: server.address,
  streamAddress: 'wss://ws.example.com',
  clientId: 'desk',
  features: { markets: true, addresses: false, conversions: false, statements: false },
  ...more
})
const save = async (id: string | null, more: Partial<ProfileDraft> = {}, clientSecret?: string) => {
  const outcome = await connections.save({ id, draft: draft(more), clientSecret, sessionOnly: false })
  if (!outcome.saved) throw new Error(JSON.stringify(outcome.fields))
  return outcome.id
}
const found = (id: string) => connections.profiles().find((profile) => profile.id === id)?.writeAccess
const outcomes = (id: string) =>
  Object.fromEntries(found(id)?.scopes.map(({ scope, outcome }) => [scope, outcome]) ?? [])
const all = (outcome: string) => Object.fromEntries(writingScopes.map((scope) => [scope, outcome]))
const scopeOf = ({ form }: Asked) => form.get('scope') ?? ''

const grantOnly =
  (...scopes: string[]): TokenServer['reply'] =>
  (response, asked) =>
    scopes.includes(scopeOf(asked))
      ? grant()(response, asked)
      : json(response, 400, { error: 'invalid_scope' })

let id: string
beforeEach(async () => {
  askedAt = []
  server = await startTokenServer()
  secrets = new MemorySecrets()
  await open()
  id = await save(null, {}, 'hush')
})
afterEach(async () => {
  await connections.clear()
  connections.dispose()
  await server.close()
})

test('knows every writing scope of the service’s description', async () => {
  const sandbox = path.resolve(import.meta.dirname, '../../../electron/sandbox/tokens/scopes.ts')
  const described = [...(await readFile(sandbox, 'utf8')).matchAll(/'([a-z]+:\w+)'/g)].map(
    ([, scope]) => scope!
  )
  expect(described.length).toBeGreaterThan(30)
  expect([...writingScopes].toSorted()).toEqual(described.filter(canWrite).toSorted())
})

test('asks for each scope alone, at most one a second, and keeps the dated answer over a restart', async () => {
  server.reply = grantOnly(readScope)
  const before = Date.now()
  const progress: number[] = []
  connections.onChange(({ checkingWrites }) => void (checkingWrites && progress.push(checkingWrites.done)))
  await connections.checkWriteAccess(id)
  expect(server.asked.map(scopeOf)).toEqual([readScope, unknownScope, ...writingScopes])
  const gaps = askedAt.slice(1).map((at, index) => at - askedAt[index]!)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
  expect(progress).toEqual([...Array(writingScopes.length + 1).keys()])
  connections.dispose()
  await open()
  expect(outcomes(id)).toEqual(all('refused'))
  expect(found(id)!.checkedAt).toBeGreaterThanOrEqual(before)
  expect(connections.read().checkingWrites).toBeNull()
})

test('reports a token as write access without reading it', async () => {
  const endless = new Set<string>(['exchange:write_order', 'transfer:write_crypto_withdrawal'])
  server.reply = (response, asked) => {
    if (!endless.has(scopeOf(asked))) return grantOnly(readScope)(response, asked)
    // A wait for the end of this token would never end.
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"access_token":"canary-')
  }
  await connections.checkWriteAccess(id)
  const expected = {
    ...all('refused'),
    ...Object.fromEntries([...endless].map((scope) => [scope, 'issued']))
  }
  expect(outcomes(id)).toEqual(expected)
  expect(await readFile(file, 'utf8')).not.toContain('canary')
})

test('finds nothing out from a client that cannot read, and asks no further', async () => {
  server.reply = (response) => json(response, 401, { error: 'invalid_client' })
  await expect(connections.checkWriteAccess(id)).rejects.toThrow('connection.no-token')
  expect(server.asked.map(scopeOf)).toEqual([readScope])
  expect(found(id)).toBeNull()
})

test('is unclear where a host issues tokens for any scope', async () => {
  await connections.checkWriteAccess(id)
  expect(outcomes(id)).toEqual(all('unclear'))
})

test('is unclear for a scope whose request failed, and goes on', async () => {
  server.reply = (response, asked) => {
    const scope = scopeOf(asked)
    if (scope === 'exchange:write_order') return void response.destroy()
    if (scope === 'tax:write_tax_lot') return json(response, 500, {})
    grantOnly(readScope)(response, asked)
  }
  await connections.checkWriteAccess(id)
  expect(outcomes(id)).toEqual({
    ...all('refused'),
    'exchange:write_order': 'unclear',
    'tax:write_tax_lot': 'unclear'
  })
  expect(found(id)!.scopes.find(({ scope }) => scope === 'tax:write_tax_lot')?.sentence).toContain('500')
})

test('keeps nothing of a check that is stopped, and sends no more', async () => {
  server.reply = (response, asked) => {
    if (server.asked.length === 6) connections.stopWriteAccessCheck()
    grantOnly(readScope)(response, asked)
  }
  await connections.checkWriteAccess(id)
  expect(found(id)).toBeNull()
  expect(server.asked).toHaveLength(6)
})

test.each([
  ['secret', {}, 'other'],
  ['client ID', { clientId: 'other' }, 'hush'],
  ['token host', { tokenHost: 'https://auth.example.com' }, 'hush']
] as const)('forgets the answer when the %s changes, but not the name', async (_what, more, secret) => {
  server.reply = grantOnly(readScope)
  await connections.checkWriteAccess(id)
  await save(id, { name: 'Renamed' })
  expect(outcomes(id)).toEqual(all('refused'))
  await save(id, more, secret)
  expect(found(id)).toBeNull()
})
