import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ProfileDraft } from '#shared/contract/connection/connections'
import { certificate, certificateFile, withKey } from '../integration/support/certificates'
import { startProxy, type TestProxy } from '../integration/support/proxy'
import { grant, json, startTokenServer, type TokenServer } from '../integration/support/token-server'
import { freshUserData, launch, type RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { silentServer, startWatchedTls } from './servers'
import { test } from './test'

let server: TokenServer
let proxy: TestProxy
let userData: string
let running: RunningApp | null = null
let environmentOfRunning = {}
test.beforeAll(async () => {
  proxy = await startProxy()
  userData = await freshUserData({ offline: true, view: 'connections', settings: { guideDone: true } })
})
test.afterEach(() => server.close())
test.afterAll(async () => {
  await running?.close()
  await proxy.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})

/** Tests a connection to https://service.test through the proxy. */
async function testConnection(certificateName: string, environment: Record<string, string>) {
  server = await startTokenServer(withKey(certificateName))
  return ask(await start(environment), server.port)
}

/** Restarts the app only for another environment. */
async function start(environment: Record<string, string>, args: readonly string[] = []) {
  if (running && environmentOfRunning === environment) return running
  await running?.close()
  environmentOfRunning = environment
  const env = { https_proxy: `http://127.0.0.1:${proxy.port}`, no_proxy: '', ...environment }
  running = await launch({ userData, args, env })
  return running
}

const draft = (tokenPort: number, streamPort = 443): ProfileDraft => ({
  name: 'Behind the proxy',
  environment: 'sandbox',
  restBase: 'https://service.test/v2',
  tokenHost: `https://service.test:${tokenPort}`,
  streamAddress: `wss://service.test:${streamPort}`,
  clientId: 'desk',
  features: { markets: true, addresses: false, conversions: false, statements: false }
})

async function ask({ page }: RunningApp, port: number) {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  return bridge.evaluate(
    (own, typed) => own.call.connections.test({ id: null, clientSecret: 'typed', draft: typed }),
    draft(port)
  )
}

const trusting = { SSL_CERT_FILE: certificateFile('authority') }

test('uses the system proxy and trusts additional authorities', async () => {
  const result = await testConnection('service', trusting)
  expect(result).toMatchObject({ ok: true, value: { expiresInSeconds: 3600, missing: [], excessive: [] } })
  expect(proxy.tunnels).toEqual([`service.test:${server.port}`])
  expect(server.asked[0]?.form.get('client_secret')).toBe('typed')
  // The rest of the app works.
  expect((await call(running!.page, (bridge) => bridge.call.settings.read())).notSaved).toBeNull()
})

test('prevents an internet service from fetching files of the local network', async () => {
  const target = await silentServer()
  const inward = [
    `http://127.0.0.1:${target.port}/x`,
    `https://localhost:${target.port}/x`,
    `https://a.localhost.:${target.port}/x`,
    `https://0.0.0.0:${target.port}/x`,
    `https://[::ffff:127.0.0.1]:${target.port}/x`,
    'https://10.0.0.1/x'
  ]
  const ids: string[] = inward.map(() => randomUUID())
  server = await startTokenServer(withKey('service'))
  server.reply = (response, asked) => {
    if (asked.path === '/oauth2/token') return grant()(response, asked)
    const id = asked.path.split('/').at(-1) ?? ''
    const files = [{ format: 'CSV', download_url: inward[ids.indexOf(id)] }]
    json(response, 200, {
      statement: {
        id,
        asset_type: 'USDC',
        period_start: '2026-10-01T00:00:00Z',
        period_end: '2026-11-01T00:00:00Z',
        status: 'COMPLETED',
        files
      }
    })
  }
  const { page } = await start(trusting)
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const features = { markets: false, addresses: false, conversions: false, statements: true }
  await bridge.evaluate(
    async ({ call: calls }, { typed, text }) => {
      const saved = await calls.connections.save({
        id: null,
        draft: typed,
        clientSecret: 'typed',
        sessionOnly: true
      })
      if (saved.ok && saved.value.saved) await calls.connections.connect({ id: saved.value.id })
      await calls.statements.fetch({ text })
    },
    {
      typed: { ...draft(server.port), restBase: `https://service.test:${server.port}/v2`, features },
      text: ids.join()
    }
  )
  const run = async () => (await call(page, (one) => one.call.statements.read())).run
  await expect.poll(async () => (await run())?.counts.failed).toBe(ids.length)
  const sentences = ((await run())?.items ?? []).map(({ sentence }) => sentence)
  for (const sentence of sentences) {
    expect(sentence).toMatch(/on this computer or in a private network|does not open/)
  }
  expect(target.connections()).toBe(0)
  await target.close()
})

const refused = [
  { what: 'another name', certificate: 'other', added: trusting, sentence: 'for another name' },
  { what: 'a past date', certificate: 'expired', added: trusting, sentence: 'expired' },
  { what: 'an authority that was not added', certificate: 'service', added: {}, sentence: 'does not trust' }
]
for (const { what, certificate, added, sentence } of refused) {
  test(`refuses a certificate with ${what} and does not send the secret`, async () => {
    const result = await testConnection(certificate, added)
    expect(result.ok).toBe(false)
    expect(result.ok ? '' : result.error.sentence).toContain(sentence)
    expect(proxy.tunnels).toContain(`service.test:${server.port}`)
    expect(server.asked).toHaveLength(0)
  })
}

/** OpenSSL refuses such certificates by default. */
const weakly = (name: string) => ({ ...withKey(name), ciphers: 'DEFAULT:@SECLEVEL=0' })

test('ignores options that weaken TLS, and sends no token over weak connections', async () => {
  const bundle = path.join(userData, 'authorities.pem')
  const [chromiumKeys, nodeKeys] = [path.join(userData, 'chromium.keys'), path.join(userData, 'node.keys')]
  await writeFile(bundle, certificate('authority') + certificate('judged/root'))
  server = await startTokenServer(withKey('service'))
  const { page } = await start(
    {
      SSL_CERT_FILE: bundle,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      SSLKEYLOGFILE: chromiumKeys,
      NODE_OPTIONS: `--tls-keylog=${nodeKeys}`
    },
    ['--ignore-certificate-errors']
  )
  for (const name of ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE', '--ignore-certificate-errors']) {
    await expect(page.getByText(`${name} is ignored`).first()).toBeVisible()
  }
  for (const name of ['judged/sha1', 'judged/rsa1024', 'other']) {
    const weak = await startTokenServer(weakly(name))
    expect((await ask(running!, weak.port)).ok, name).toBe(false)
    expect(proxy.tunnels, name).toContain(`service.test:${weak.port}`)
    expect(weak.asked, name).toEqual([])
    await weak.close()
  }
  for (const name of ['judged/rsa1024', 'other']) {
    const stream = await startWatchedTls(weakly(name))
    const saved = await page.evaluateHandle(() => window.leadline!)
    await saved.evaluate(
      async ({ call: calls }, typed) => {
        const outcome = await calls.connections.save({
          id: null,
          draft: typed,
          clientSecret: 'typed',
          sessionOnly: true
        })
        if (outcome.ok && outcome.value.saved) await calls.connections.connect({ id: outcome.value.id })
      },
      { ...draft(server.port, stream.port), name }
    )
    await expect.poll(() => stream.ended(), name).toBeGreaterThan(0)
    expect(stream.requests(), name).toBe(0)
    await stream.close()
  }
  expect(server.asked.length).toBeGreaterThan(0)
  for (const file of [chromiumKeys, nodeKeys]) await expect(readFile(file)).rejects.toThrow('ENOENT')
})
