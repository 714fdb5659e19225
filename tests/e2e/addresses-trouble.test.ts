import type { Page } from '@playwright/test'
import type { DepositAddressMessage } from '#shared/wire/address'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import {
  sharedAddressApp,
  button,
  foot,
  head,
  loadedIds,
  search,
  showAddresses,
  table
} from './addresses-desk'
import { useService } from './addresses-service'
import { expect } from './expect'
import { call } from './connections-desk'
import { endStoreThread } from './store-thread'
import { test } from './test'

const pageSize = 100
const all = 12 * pageSize
const desk = sharedAddressApp({ addresses: all, pageSize, alter: tampered })

/** Replaces one character. */
function tampered(one: DepositAddressMessage): DepositAddressMessage {
  const { id, address, crypto_network: network } = one
  if (!id.endsWith('7')) return one
  if (network === 'BITCOIN' && address.startsWith('bc1q')) {
    return { ...one, address: `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}` }
  }
  const letter = /[a-f]/.exec(address.slice(2))
  if (network !== 'ETHEREUM' || !letter) return one
  const at = letter.index + 2
  return { ...one, address: address.slice(0, at) + letter[0].toUpperCase() + address.slice(at + 1) }
}

const strip = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const loaded = (page: Page, count: number) =>
  expect(foot(page)).toContainText(`${count} addresses`, { timeout: 30_000 })
const thatCame = (count: number) => count.toLocaleString('en-GB')

async function isAllHere(page: Page) {
  await expect(button(page, 'Refresh')).toBeVisible({ timeout: 60_000 })
  await expect(foot(page)).toContainText('Complete. Refresh')
  expect(await loadedIds(page, {})).toEqual(desk.truth.map(({ id }) => id))
}

/** The service's message for a missing scope. */
async function refusalOfScope(): Promise<{ readonly status: number; readonly body: string }> {
  const { auth_url, base_url, client_id, client_secret } = desk.service.own.description
  const form = {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    scope: 'rewards:read_statements'
  }
  const granted = await fetch(`${auth_url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await granted.json()) as { readonly access_token: string }
  const answer = await fetch(`${base_url}/transfer/deposit-addresses`, {
    headers: { authorization: `Bearer ${token}` }
  })
  return { status: answer.status, body: await answer.text() }
}

test('explains missing permission, wrong checksums and a lost store', async () => {
  test.setTimeout(120_000)
  const { service, profileId, truth } = desk
  const { app, page } = desk.running
  const features = { markets: false, addresses: false, conversions: true, statements: false }
  await useService(page, service, { id: profileId, features })
  const off = strip(page, '“Deposit addresses” is turned off in the connection “Own service”.')
  await expect(off).toBeVisible()
  await expect(button(page, 'Load everything')).toHaveCount(0)
  await off.getByRole('button', { name: 'Open connection' }).click()
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible()
  await useService(page, service, { id: profileId })
  await showAddresses(page)
  await expect(off).toHaveCount(0)

  const refusal = await refusalOfScope()
  expect(refusal.status).toBe(403)
  service.answer((_asked, response) => {
    response.writeHead(403, { 'content-type': 'application/problem+json' }).end(refusal.body)
    return true
  })
  await button(page, 'Load everything').first().click()
  await expect(strip(page, 'needs the scope transfer:read_deposit_address')).toContainText(
    'No addresses were received.'
  )
  service.answer(null)
  await expect(button(page, 'Resume')).toHaveCount(0)
  await button(page, 'Load everything').first().click()
  await isAllHere(page)

  const drawer = page.getByRole('complementary', { name: /deposit address$/ })
  for (const network of ['BITCOIN', 'ETHEREUM']) {
    const before = truth.find(
      (one) => one.crypto_network === network && tampered(one).address !== one.address
    )!
    await search(page).fill(before.id)
    await expect(foot(page)).toContainText(`1 of ${all} loaded match`)
    await table(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const warning = drawer.getByRole('alert').filter({ hasText: 'Invalid checksum' })
    await expect(warning).toContainText('Do not')
    const shown = async () => (await drawer.locator('.address > span').allInnerTexts()).join('')
    await expect.poll(shown).toBe(tampered(before).address)
    await page.keyboard.press('Escape')
    // A different count shows that the answer arrived.
    await search(page).fill('')
    await loaded(page, all)
  }

  // The restarted store reads the disk.
  await page.getByRole('switch', { name: 'Keep on disk' }).check()
  await expect(foot(page)).toContainText(/\d\s(?:MB|KB)/)
  // A call that is under way would fail with the store.
  await call(page, (bridge) => bridge.call.addresses.keepOnDisk({ keep: true }))
  const ended = page.getByRole('heading', { name: 'The address store stopped' })
  await endStoreThread(app, page)
  await expect(ended).toBeVisible()
  service.seen()
  await button(page, 'Restart').click()
  await loaded(page, all)
  await isAllHere(page)
  await page.getByRole('switch', { name: 'Keep on disk' }).uncheck()
  await expect(foot(page)).toContainText('in memory only')
  expect(service.seen()).toEqual([])

  // Without saving, everything is loaded again.
  await endStoreThread(app, page)
  await expect(ended).toBeVisible()
  await button(page, 'Restart').click()
  await expect(page.getByRole('heading', { name: 'No deposit addresses loaded' })).toBeVisible()
  await button(page, 'Load everything').first().click()
  await isAllHere(page)
})

interface Trouble {
  readonly on: readonly ScenarioName[]
  readonly sentence: RegExp
}

/** tests/integration/addresses/addresses.test.ts has the other ones. */
const lasting: readonly Trouble[] = [
  {
    on: ['rest-500'],
    sentence: /returned an error \(status 500\)\. It says: this internal error is simulated\./
  },
  {
    on: ['token-revoked', 'token-down'],
    sentence: /closed the connection before it had sent the complete answer\./
  }
]
/** Harmless faults with their number of requests. */
const harmless: readonly (readonly [ScenarioName, number])[] = [
  ['wrong-content-type', 1],
  ['token-revoked', 2]
]

test('explains an interrupted load, keeps its addresses, and resumes', async () => {
  test.setTimeout(180_000)
  const { service, truth } = desk
  const { own } = service
  const { page } = desk.running
  let came = pageSize
  service.letThrough(1)
  await button(page, 'Load everything').first().click()
  await loaded(page, came)

  // After one page.
  for (const { on, sentence } of lasting) {
    for (const name of on) await own.simulateFault(name)
    service.letThrough(Number.POSITIVE_INFINITY)
    const said = strip(page, `Received ${thatCame(came)} addresses; you can resume loading.`)
    await expect(said, on.join()).toBeVisible({ timeout: 40_000 })
    await expect(said, on.join()).toContainText(sentence)
    await expect(foot(page)).toContainText('Partial')
    await loaded(page, came)
    for (const name of on) await own.endFault(name)
    service.letThrough(1)
    await button(page, 'Resume').click()
    came += pageSize
    await loaded(page, came)
    await expect(said).toHaveCount(0)
  }
  for (const [name, requests] of harmless) {
    await own.simulateFault(name)
    service.letThrough(requests)
    came += pageSize
    await loaded(page, came)
    await own.endFault(name)
  }
  await own.simulateFault('rest-slow')
  service.letThrough(1)
  await expect(head(page)).toContainText(`${came} loaded so far`)
  await button(page, 'Stop').click()
  await expect(strip(page, `Stopped. Received ${thatCame(came)} addresses`)).toBeVisible({
    timeout: 4000
  })
  await own.endFault('rest-slow')

  // The service dropped its cursors, so loading continues by time.
  service.seen()
  service.answer((asked, response) => {
    if (!asked.has('page_cursor')) return false
    service.answer(null)
    response.writeHead(400, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify({ title: 'Bad Request', status: 400, detail: 'the cursor has expired' }))
    return true
  })
  service.letThrough(Number.POSITIVE_INFINITY)
  await button(page, 'Resume').click()
  await isAllHere(page)
  const [refused, again] = service.seen()
  expect(refused!.get('page_cursor')).toBeTruthy()
  expect(again!.get('page_cursor')).toBe(null)
  expect(again!.get('created_at.lte')).toBe(truth[came - 1]!.created_at)
})
