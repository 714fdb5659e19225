import type { Page } from '@playwright/test'
import type { AddressesState } from '#shared/contract/records/addresses/index'
import { call } from '../e2e/connections-desk'
import { expect } from '../e2e/expect'
import type { AttackContext } from './attack'
import { canarySecret } from './canary'

export const market = 'BTCUSD'

/** In a window that is then closed. */
export async function connect({ app, page, service }: AttackContext): Promise<void> {
  const opening = app.waitForEvent('window')
  await page.keyboard.press('Control+N')
  const typing = await opening
  await typing.waitForURL('app://leadline/**')
  const bridge = await typing.evaluateHandle(() => window.leadline!)
  const id = await bridge.evaluate(
    async ({ call: calls }, given) => {
      const draft = {
        name: 'Hostile',
        environment: 'local' as const,
        restBase: given.service.base_url,
        tokenHost: given.service.auth_url,
        streamAddress: given.service.ws_url,
        clientId: given.service.client_id,
        features: { markets: true, addresses: true, conversions: true, statements: true }
      }
      const saved = await calls.connections.save({
        id: null,
        draft,
        clientSecret: given.secret,
        sessionOnly: false
      })
      if (!saved.ok || !saved.value.saved || 'secretProblem' in saved.value) {
        throw new Error(`The keychain does not keep the secret: ${saved.ok}`)
      }
      return saved.value.id
    },
    { service: service.description, secret: canarySecret }
  )
  await typing.close()
  await use(page, id)
  await call(page, ({ call: calls }) => calls.markets.watch({ market: 'BTCUSD' }))
}

export async function use(page: Page, id: string): Promise<void> {
  const wanted = await page.evaluateHandle((profile) => ({ profile, bridge: window.leadline! }), id)
  await wanted.evaluate(({ profile, bridge }) => bridge.call.connections.connect({ id: profile }))
}

export const connections = (page: Page) => call(page, ({ call: calls }) => calls.connections.read())
export const stream = async (page: Page) =>
  (await call(page, ({ call: calls }) => calls.markets.read())).stream
export const counts = async (page: Page) =>
  (await call(page, ({ call: calls }) => calls.diagnostics.stream())).counts

/** What the test of the connection in use says. */
export async function testConnection(page: Page): Promise<string> {
  const { profiles, status } = await connections(page)
  const used = profiles.find(({ id }) => id === status.profileId)
  if (!used) throw new Error(`No connection is in use: ${status.sentence}`)
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const { id, builtIn: _builtIn, secret: _secret, ...draft } = used
  const result = await bridge.evaluate(({ call: calls }, given) => calls.connections.test(given), {
    id,
    draft
  })
  if (!result.ok) return result.error.sentence
  return result.value.kind === 'access' ? `granted for ${result.value.expiresInSeconds} s` : ''
}

export async function loadAddresses(page: Page): Promise<NonNullable<AddressesState['load']>> {
  const { load: begun } = await call(page, ({ call: calls }) =>
    calls.addresses.load({ filters: {}, order: 'DESC' })
  )
  if (!begun) throw new Error('No load has begun')
  let load = begun
  await expect
    .poll(
      async () => {
        load = (await call(page, ({ call: calls }) => calls.addresses.read())).load ?? begun
        return load.phase
      },
      { timeout: 90_000, intervals: [50] }
    )
    .not.toBe('running')
  return load
}

export async function live(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const { phase } = await stream(page)
        if (phase === 'waiting' || phase === 'refused')
          await call(page, ({ call: calls }) => calls.markets.retry())
        const { watched } = await call(page, ({ call: calls }) => calls.markets.read())
        return `${phase} ${watched.map(({ state, reason }) => (state === 'live' ? state : `${state} (${reason})`)).join()}`
      },
      { timeout: 45_000, intervals: [100] }
    )
    .toMatch(/^subscribed live(,live)*$/)
}

/** Returns the timeline's entry. */
export async function losing(page: Page, attack: () => void): Promise<string> {
  const losses = async () => {
    const { timeline } = await call(page, ({ call: calls }) => calls.diagnostics.read())
    // Repetitions share an entry.
    const events = timeline.filter(({ kind }) => kind === 'warning' || kind === 'bad')
    return events.map(({ id, at, words }) => ({ key: `${id} ${at}`, words }))
  }
  const before = new Set((await losses()).map(({ key }) => key))
  attack()
  let words = ''
  await expect
    .poll(async () => (words = (await losses()).find(({ key }) => !before.has(key))?.words ?? ''), {
      timeout: 45_000
    })
    .not.toBe('')
  return words
}
