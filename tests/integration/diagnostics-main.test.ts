import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connections } from '#engine/connection/index'
import { openConnections } from './support/open-connections'
import { createLog, createRedactor } from '#engine/base/log/index'
import { requestToken } from '#engine/connection/tokens/index'
import { setUpDiagnostics, type Diagnostics } from '#main/app/diagnostics/index'
import { createInstruments, type Instruments } from '#main/app/diagnostics/instruments'
import type { Pushes } from '#main/base/ipc/pushes'
import { startSandbox, type RunningSandbox, type SandboxDescription } from '#sandbox/index'
import type { PushName } from '#shared/contract/index'
import { featureScopes, localSandboxId } from '#shared/contract/connection/connections'
import { Emitter } from '#shared/domain/base/emitter'
import { SkippingClock } from './support/skipping-clock'
import { idleStream } from '../unit/engine/stream-status'

let folder: string
let sandbox: RunningSandbox
let instruments: Instruments
let diagnostics: Diagnostics
const sandboxChanged = new Emitter<SandboxDescription | null>()
let connections: Connections
let pushed: { readonly name: PushName; readonly value: unknown }[]
let lines: string[]
let secrets: string[]
let clock: SkippingClock

const from = { windowId: 'window-1' }
const keychain = { state: 'absent', sentence: 'None in this test.' } as const

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-diagnostics-'))
  sandbox = await startSandbox({ rate: 1, addresses: 10 })
  pushed = []
  lines = []
  secrets = []
  const { base_url, auth_url, ws_url, client_id, client_secret } = sandbox.description
  clock = new SkippingClock()
  connections = await openConnections({
    file: path.join(folder, 'connections.json'),
    secretStore: {
      state: () => Promise.resolve(keychain),
      get: () => Promise.resolve(null),
      set: () => Promise.resolve(),
      delete: () => Promise.resolve()
    },
    local: {
      start: () =>
        Promise.resolve({
          restBase: base_url,
          tokenHost: auth_url,
          streamAddress: ws_url,
          clientId: client_id,
          clientSecret: client_secret
        })
    },
    fetch,
    confirmHosts: async () => true,
    keepOutOfLogs: () => undefined,
    clock,
    random: Math.random,
    notice: () => undefined
  })
  const redactor = createRedactor()
  const pushes: Pick<Pushes, 'broadcast'> = { broadcast: (name, value) => void pushed.push({ name, value }) }
  const keeping = { ...redactor, keep: (secret: string) => (secrets.push(secret), redactor.keep(secret)) }
  instruments = createInstruments({ pushes, redactor: keeping })
  diagnostics = setUpDiagnostics({
    instruments,
    pushes,
    connections,
    sandbox: { description: null, onChange: sandboxChanged.on },
    log: createLog({ sink: (line) => lines.push(line), redactor }),
    redactor: keeping,
    engine: { books: () => [], feed: () => null, counts: () => ({}) },
    fetch: (url, init) => fetch(url, init),
    support: {
      versions: () => ({}),
      settings: () => ({}),
      log: () => Promise.resolve(lines.join('')),
      askForFile: () => Promise.resolve(null)
    }
  })
})
afterEach(async () => {
  connections.dispose()
  diagnostics.dispose()
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

const timeline = async () =>
  (await diagnostics.handlers.read(undefined, from)).timeline.map(({ words }) => words)

describe('diagnostics in main', () => {
  it('turns a 429 fault on and off', async () => {
    sandboxChanged.fire(sandbox.description)
    const { base_url, auth_url, client_id, client_secret } = sandbox.description
    const token = await requestToken(
      { fetch, keepOutOfLogs: () => undefined },
      {
        tokenHost: auth_url,
        clientId: client_id,
        clientSecret: client_secret,
        scopes: [featureScopes.addresses]
      }
    )
    const ask = () =>
      fetch(`${base_url}/transfer/deposit-addresses?limit=1`, {
        headers: { authorization: `Bearer ${token.accessToken}` }
      })
    expect((await ask()).status).toBe(200)
    await diagnostics.handlers.simulateFault({ name: 'rest-429', market: null, milliseconds: null }, from)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).not.toBeNull()
    await diagnostics.handlers.stop({ name: 'rest-429' }, from)
    expect((await ask()).status).toBe(200)
  })

  it('sends the timeline of a real connection to every window', async () => {
    sandboxChanged.fire(sandbox.description)
    await connections.connect(localSandboxId)
    clock.skip()
    await expect.poll(timeline).toContainEqual(expect.stringMatching(/^Token renewed for 60 min/))
    await diagnostics.handlers.simulateFault({ name: 'token-429', market: null, milliseconds: null }, from)
    await connections.connect(localSandboxId)
    await connections.disconnect()
    const { host } = new URL(sandbox.description.base_url)
    const words = await timeline()
    expect(words.slice(0, 2)).toEqual([`Local sandbox started at ${host}`, 'Connecting to Local sandbox'])
    expect(words[2]).toMatch(/^Token obtained for 60 min, scopes .*exchange:read_aggregated/)
    expect(words[3]).toMatch(/^Connected to Local sandbox after \d+\.\d s$/)
    expect(words).toContain('Simulating fault: token-429')
    expect(words.at(-2)).toMatch(/^Could not connect to Local sandbox: .+/)
    expect(words.at(-1)).toBe('Disconnected from Local sandbox')
    const events = pushed.filter(({ name }) => name === 'diagnostics.happened').map(({ value }) => value)
    expect(events).toEqual((await diagnostics.handlers.read(undefined, from)).timeline)
  })

  it('keeps the control key out of windows and log', async () => {
    sandboxChanged.fire(sandbox.description)
    await diagnostics.handlers.simulateFault({ name: 'drop', market: null, milliseconds: 60_000 }, from)
    const { control_key, client_secret } = sandbox.description
    const seen = JSON.stringify([pushed, await diagnostics.handlers.read(undefined, from), lines])
    expect(seen).not.toContain(control_key)
    expect(seen).not.toContain(client_secret)
    expect(secrets).toEqual([control_key])
  })

  it('shows observed frames, figures and timeline of a stream', async () => {
    const { observer, meter } = instruments
    const { handlers, recordHealth } = diagnostics
    const at = performance.now()
    const service = Date.now() - 20
    observer.sent('{"type":"subscription_list"}')
    observer.frame(new TextEncoder().encode('{"type":"error","error":"INTERNAL_SERVER_ERROR"}'), false, at)
    observer.updateTime(Math.floor(service / 1000), (service % 1000) * 1e6, at)
    meter.painted(8)
    observer.error('INTERNAL_SERVER_ERROR', null, null)
    observer.status({ ...idleStream, phase: 'connecting', since: Date.now(), roundTrip: 4 })
    const { stream } = recordHealth({ loopDelay: 1, heap: 1, at: Date.now() })
    expect(stream).toMatchObject({ latency: { p50: expect.any(Number) }, paint: { p99: expect.any(Number) } })
    expect(stream!.messages).toBeGreaterThan(0)
    const query = { text: '', market: null, direction: null, kind: null, after: 0, max: 500 }
    const { frames } = await handlers.frames(query, from)
    expect(frames.map(({ direction, kind }) => [direction, kind])).toEqual([
      ['out', 'control'],
      ['in', 'error']
    ])
    expect(await timeline()).toEqual([
      'Opening the stream',
      'The service reported an error: INTERNAL_SERVER_ERROR'
    ])
    expect((await handlers.stream(undefined, from)).counts.fast).toBe(0)
  })

  it('returns recorded health', async () => {
    const frame = { loopDelay: 2.1, heap: 84_000_000, at: Date.now() }
    const whole = diagnostics.recordHealth(frame)
    expect(whole).toMatchObject({ ...frame, stream: { messages: 0, latency: null } })
    expect(await diagnostics.handlers.health(undefined, from)).toEqual([whole])
  })
})
