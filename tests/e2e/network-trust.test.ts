import { rm } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { certificateFile, withKey } from '../integration/support/certificates'
import { startProxy, type TestProxy } from '../integration/support/proxy'
import { startTokenServer, type TokenServer } from '../integration/support/token-server'
import { launch, makeUserData, type RunningApp } from './app'
import { call, skipGuide } from './connections-desk'

let server: TokenServer
let proxy: TestProxy
let userData: string
let running: RunningApp | null = null
test.beforeEach(async () => {
  proxy = await startProxy()
  userData = await makeUserData()
  await skipGuide(userData)
})
test.afterEach(async () => {
  await running?.close()
  await proxy.close()
  await server.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
  running = null
})

/** Starts a token server and the app behind the proxy, and tests the connection to https://service.test. */
async function testConnection(certificateName: string, environment: Record<string, string>) {
  server = await startTokenServer(withKey(certificateName))
  running = await launch({
    userData,
    env: { https_proxy: `http://127.0.0.1:${proxy.port}`, no_proxy: '', ...environment }
  })
  const bridge = await running.page.evaluateHandle(() => window.leadline!)
  return bridge.evaluate(
    (own, port) =>
      own.call.connections.test({
        id: null,
        clientSecret: 'typed',
        draft: {
          name: 'Behind the proxy',
          environment: 'sandbox',
          restBase: 'https://service.test/v2',
          tokenHost: `https://service.test:${port}`,
          streamAddress: 'wss://service.test',
          clientId: 'desk',
          features: { markets: true, addresses: false, conversions: false, statements: false }
        }
      }),
    server.port
  )
}

const trusting = { NODE_EXTRA_CA_CERTS: certificateFile('authority') }

test('main goes through the proxy of the system, and trusts an authority that was added', async () => {
  const result = await testConnection('service', trusting)
  expect(result).toMatchObject({ ok: true, value: { expiresInSeconds: 3600, missing: [], excessive: [] } })
  expect(proxy.tunnels).toEqual([`service.test:${server.port}`])
  expect(server.asked[0]?.form.get('client_secret')).toBe('typed')
  // Nothing is wrong with the rest of the app either.
  expect((await call(running!.page, (bridge) => bridge.call.settings.read())).notKept).toBeNull()
})

const refused = [
  { what: 'an authority that nobody added', certificate: 'service', added: {}, sentence: 'does not trust' },
  { what: 'another name', certificate: 'other', added: trusting, sentence: 'for another name' },
  { what: 'a past date', certificate: 'expired', added: trusting, sentence: 'expired' }
]
for (const { what, certificate, added, sentence } of refused) {
  test(`a certificate with ${what} is refused in words, and the secret is not sent`, async () => {
    const result = await testConnection(certificate, added)
    expect(result.ok).toBe(false)
    expect(result.ok ? '' : result.error.sentence).toContain(sentence)
    expect(proxy.tunnels.length).toBeGreaterThan(0)
    expect(server.asked).toHaveLength(0)
  })
}
