import { rm } from 'node:fs/promises'
import { grant, startTokenServer, type TokenServer } from '../integration/support/token-server'
import { freshUserData, launch, ready, type RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { startOwnService, type OwnService } from './own-service'
import { useRecordService } from './record-service'
import { test } from './test'

let service: OwnService
let tokens: TokenServer
let userData: string
let running: RunningApp
test.beforeAll(async () => {
  ;[service, tokens, userData] = await Promise.all([
    startOwnService(),
    startTokenServer(),
    freshUserData({ view: 'help', settings: { guideDone: true } })
  ])
  running = await launch({ userData })
})
test.afterAll(async () => {
  await running.close()
  await Promise.all([service.close(), tokens.close()])
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})

/** Simulates a crash. */
const killNetwork = () =>
  running.app.evaluate(({ app }) => {
    const one = app.getAppMetrics().find(({ serviceName }) => serviceName === 'network.mojom.NetworkService')
    if (!one) throw new Error('There is no network process')
    const gone = new Promise<void>((resolve) => app.once('child-process-gone', () => resolve()))
    process.kill(one.pid, 'SIGKILL')
    return gone
  })

test('requests tokens and records again after the network process died', async () => {
  const { page } = running
  const { profileId } = (await call(page, (bridge) => bridge.call.connections.read())).status
  expect(profileId).not.toBeNull()
  const own = await useRecordService(page, service)
  for (let death = 1; death <= 2; death += 1) {
    await killNetwork()
    const connect = await page.evaluateHandle((id) => ({ id, bridge: window.leadline! }), own)
    const { status } = await connect.evaluate(async ({ id, bridge }) => {
      await bridge.call.connections.disconnect()
      const connected = await bridge.call.connections.connect({ id })
      if (!connected.ok) throw new Error(connected.error.sentence)
      return connected.value
    })
    expect(status, `a token after death ${death}`).toMatchObject({ phase: 'connected', profileId: own })
    const id = await service.convert('USDC', 'USD')
    const bridge = await page.evaluateHandle(() => window.leadline!)
    const record = await bridge.evaluate(async ({ call: calls }, one) => {
      const looked = await calls.conversions.lookUp({ text: one, watch: false })
      return looked.ok ? calls.conversions.open({ id: one }) : looked
    }, id)
    expect(record, `a record after death ${death}`).toMatchObject({ ok: true })
  }
})

test('resends a request that was pending when it died', async () => {
  tokens.reply = () => undefined
  const bridge = await running.page.evaluateHandle(() => window.leadline!)
  const answer = bridge.evaluate(
    ({ call: calls }, tokenHost) =>
      calls.connections.test({
        id: null,
        clientSecret: 'typed',
        draft: {
          name: 'Waiting',
          environment: 'local',
          restBase: `${tokenHost}/v2`,
          tokenHost,
          streamAddress: tokenHost.replace('http', 'ws'),
          clientId: 'desk',
          features: { markets: true, addresses: false, conversions: false, statements: false }
        }
      }),
    tokens.address
  )
  await expect.poll(() => tokens.asked.length).toBe(1)
  tokens.reply = grant()
  await killNetwork()
  expect(await answer).toMatchObject({ ok: true })
  expect(tokens.asked).toHaveLength(2)
})

test('loads windows as before', async () => {
  await running.page.reload()
  await ready(running.page)
})
