import { expect, test, type Page } from '@playwright/test'
import type { AddressFilters } from '../../electron/shared/contract/addresses'
import type { DepositAddressMessage } from '../../electron/shared/wire/address'
import {
  addFilter,
  filtered,
  foot,
  loadedIds,
  search,
  showAddresses,
  shownAddresses,
  startWatchedService,
  table,
  useService,
  type WatchedService
} from './addresses-desk'
import { launch, type RunningApp } from './app'
import { change, resize, violations } from './face'

let service: WatchedService
let running: RunningApp
let truth: readonly DepositAddressMessage[]
test.beforeEach(async () => {
  service = await startWatchedService()
  truth = await service.truth()
  running = await launch()
  const { app, page } = running
  await change(page, { guideDone: true, numbers: '1234.56', clock: 'utc' })
  await resize(app, page, 1680, 1050)
  await useService(page, service)
  await showAddresses(page)
  service.seen()
})
test.afterEach(async () => {
  await running.close()
  await service.close()
})

const some = <T>(values: readonly (T | undefined)[], count: number): T[] => {
  const known = [...new Set(values.filter((value) => value !== undefined))]
  expect(known.length).toBeGreaterThanOrEqual(count)
  return known.slice(0, count)
}

async function loadEverything(page: Page) {
  await page.getByRole('button', { name: 'Load everything' }).first().click()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible({ timeout: 60_000 })
}

/** Until the service has answered the chips to their end. */
async function answered(page: Page, filters: AddressFilters) {
  await expect(foot(page)).toContainText('All that match, as of', { timeout: 30_000 })
  const wanted = filtered(truth, filters)
  expect(wanted.length).toBeGreaterThan(0)
  const total = await page.evaluate(async () => {
    const state = await window.leadline!.call.addresses.read()
    return state.ok ? state.value.rows : -1
  })
  const words = wanted.length === total ? `${total} address` : `${wanted.length} of ${total} loaded match`
  await expect(foot(page)).toContainText(words)
  expect(await loadedIds(page, filters)).toEqual(wanted.map(({ id }) => id))
  const shown = await shownAddresses(page)
  expect(shown).toEqual(wanted.slice(0, shown.length).map(({ address }) => address))
}

interface Typed {
  readonly title: string
  readonly filter: 'ids' | 'profileIds' | 'identityIds' | 'accountIds' | 'refIds'
  readonly parameter: string
  readonly values: readonly string[]
}

test('each filter goes to the service as it should, and what it leaves is what the service has', async () => {
  test.setTimeout(150_000)
  const { page } = running
  const cases: readonly Typed[] = [
    {
      title: 'Profile ids',
      filter: 'profileIds',
      parameter: 'profile_ids',
      values: some(
        truth.map((one) => one.profile_id),
        2
      ).slice(1)
    },
    {
      title: 'Reference ids',
      filter: 'refIds',
      parameter: 'ref_ids',
      values: some(
        truth.map((one) => one.ref_id),
        3
      )
    },
    {
      title: 'Identity ids',
      filter: 'identityIds',
      parameter: 'identity_ids',
      values: some(
        truth.map((one) => one.identity_id),
        4
      )
    },
    {
      title: 'Account ids',
      filter: 'accountIds',
      parameter: 'account_ids',
      values: some(
        truth.map((one) => one.account_id),
        2
      )
    },
    {
      title: 'Address ids',
      filter: 'ids',
      parameter: 'ids',
      values: some(
        truth.map((one) => one.id),
        3
      )
    }
  ]
  for (const { title, filter, parameter, values } of cases) {
    await addFilter(page, title)
    const dialog = page.getByRole('dialog', { name: `Filter: ${title}` })
    await dialog.getByRole('textbox').fill(values.join(', \n'))
    await expect(dialog).toContainText(`${values.length} value`)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await answered(page, { [filter]: values })
    const requests = service.seen()
    expect(new Set(requests[0]!.keys())).toEqual(new Set([parameter, 'limit', 'order']))
    for (const request of requests)
      expect(request.getAll(parameter).toSorted()).toEqual([...values].toSorted())
    expect(requests[0]!.get('order')).toBe('DESC')
    await page.getByRole('button', { name: /^Take off/ }).click()
  }

  await addFilter(page, 'Networks')
  await page.getByRole('checkbox', { name: 'Stellar' }).check()
  await page.getByLabel('Or type and paste their names').fill('robinhood chain, nowhere')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Robinhood Chain' })).toBeChecked()
  await expect(page.getByRole('dialog')).toContainText('“nowhere” is no network and was left out.')
  await page.getByRole('button', { name: 'Apply' }).click()
  const networks = ['STELLAR', 'ROBINHOOD']
  await answered(page, { networks })
  expect(service.seen()[0]!.getAll('networks').toSorted()).toEqual(networks.toSorted())

  // A chip is opened again and another one joins it: both hold.
  await page.getByRole('button', { name: /^Network: Stellar, Robinhood Chain/ }).click()
  await page.getByRole('checkbox', { name: 'Stellar' }).uncheck()
  await page.getByRole('button', { name: 'Apply' }).click()
  await answered(page, { networks: ['ROBINHOOD'] })
  service.seen()
  const middle = truth[Math.floor(truth.length / 2)]!.created_at
  const labels = {
    gte: 'At or after',
    gt: 'After (>)',
    lte: 'At or before',
    lt: 'Before (<)',
    eq: 'Exactly'
  } as const
  await addFilter(page, 'Time of creation')
  await page.getByLabel(labels.gte).fill('2024-01-01')
  await page.getByLabel(labels.gt).fill('2024-01-01 12:30')
  await page.getByLabel(labels.lte).fill(middle)
  await page.getByLabel(labels.lt).fill('2026-09-30 18:00:01.5Z')
  await page.keyboard.press('Enter')
  const createdAt = {
    gte: '2024-01-01T00:00:00Z',
    gt: '2024-01-01T12:30:00Z',
    lte: middle,
    lt: '2026-09-30T18:00:01.5Z'
  }
  await answered(page, { networks: ['ROBINHOOD'], createdAt })
  const [ranged] = service.seen()
  for (const [name, time] of Object.entries(createdAt)) expect(ranged!.get(`created_at.${name}`)).toBe(time)
  await page.getByRole('button', { name: /^Take off Network/ }).click()
  await page.getByRole('button', { name: /^Created/ }).click()
  for (const name of ['gte', 'gt', 'lte', 'lt'] as const) await page.getByLabel(labels[name]).fill('')
  await page.getByLabel(labels.eq).fill(middle)
  await page.keyboard.press('Enter')
  await answered(page, { createdAt: { eq: middle } })
  expect(service.seen().at(-1)!.get('created_at.eq')).toBe(middle)
})

test('more than a hundred values are asked for in parts, counted, and what is none is named', async () => {
  const { page } = running
  const values = truth.filter((_one, place) => place % 97 === 0).map(({ id }) => id)
  expect(values.length).toBeGreaterThan(200)
  await addFilter(page, 'Address ids')
  const dialog = page.getByRole('dialog', { name: 'Filter: Address ids' })
  await dialog.getByRole('textbox').fill(`${values.join('\n')}\n${values[0]!.toUpperCase()}, nonsense`)
  await expect(dialog).toContainText(`${values.length} values taken. The service is asked in 3 requests.`)
  await expect(dialog).toContainText('“nonsense” is no address id and was left out.')
  await page.keyboard.press('Control+Enter')
  await answered(page, { ids: values })
  const requests = service.seen()
  const sent = requests.flatMap((request) => request.getAll('ids'))
  for (const request of requests) expect(request.getAll('ids').length).toBeLessThanOrEqual(100)
  expect(sent.toSorted()).toEqual(values.toSorted())

  // Saved by a name, taken off, and chosen again.
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: /Save or remove/ }).click()
  const saved = page.getByRole('dialog', { name: 'Saved filters' })
  await saved.getByRole('textbox').fill('Every ninety-seventh')
  await page.keyboard.press('Enter')
  await expect(saved.getByRole('listitem')).toContainText('Every ninety-seventh')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Take off/ }).click()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: 'Every ninety-seventh' }).click()
  await answered(page, { ids: values })
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: /Save or remove/ }).click()
  await saved.getByRole('button', { name: 'Remove Every ninety-seventh' }).click()
  await expect(saved).toContainText('None is saved yet.')
})

test('any part of an address, an id or the metadata is found as one types, and the keys go through it all', async () => {
  const { page } = running
  await loadEverything(page)
  await expect(foot(page)).toContainText(`${truth.length} addresses`)
  const wanted = truth[12_345]!
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type(wanted.address.slice(10, 12))
  await expect(foot(page)).toContainText('3 characters or more')
  const part = wanted.address.slice(10, 19)
  await page.keyboard.type(part.slice(2))
  const same = (text: string | undefined) => text?.toLowerCase().includes(part.toLowerCase()) === true
  const expected = truth.filter((one) => same(one.address))
  await expect(foot(page)).toContainText(`${expected.length} of ${truth.length} loaded match`)
  await expect.poll(() => shownAddresses(page)).toEqual(expected.map(({ address }) => address))
  await expect(table(page).locator('mark').first()).toHaveText(new RegExp(part, 'i'))
  await page.keyboard.press('ArrowDown')
  await expect(table(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary', { name: /deposit address$/ })
  await expect(drawer.getByLabel('All fields')).toContainText(expected[0]!.id)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(table(page)).toBeFocused()

  // Found where no column shows it.
  const described = truth.find((one) => Object.values(one.metadata ?? {}).some((value) => value.length > 4))!
  const value = Object.values(described.metadata!).find((text) => text.length > 4)!
  await search(page).fill(value)
  await expect(
    table(page)
      .getByText(/^metadata:/)
      .first()
  ).toContainText(value)
  await search(page).fill('no such thing anywhere')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(table(page)).toBeVisible()
  await page.getByRole('button', { name: 'Order: Newest first' }).click()
  await page
    .getByRole('menuitemradio', { name: 'Oldest first' })
    .or(page.getByText('Oldest first').last())
    .first()
    .click()
  await expect.poll(async () => (await shownAddresses(page))[0]).toBe(truth.at(-1)!.address)
  await table(page).focus()
  await page.keyboard.press('End')
  await expect.poll(async () => (await shownAddresses(page)).at(-1)).toBe(truth[0]!.address)
  expect(await violations(page)).toEqual([])
})

test('the drawer shows all of an address; what is copied is read again, and a swapped one is told', async () => {
  const { app, page } = running
  const wanted = truth.find(
    (one) => one.crypto_network === 'BITCOIN' && one.metadata && one.address.startsWith('bc1')
  )!
  await page.evaluate((id) => {
    window.location.hash = `#/addresses/${id}`
  }, wanted.id)
  const drawer = page.getByRole('complementary', { name: 'Bitcoin deposit address' })
  await expect(drawer).toBeVisible()
  await expect(drawer).toContainText('The checksum is right for Bitcoin')
  await expect(drawer.getByRole('img', { name: `QR code of the address ${wanted.address}` })).toBeVisible()
  const groups = await drawer.locator('.address > span').allInnerTexts()
  expect(groups.join('')).toBe(wanted.address)
  for (const [key, value] of Object.entries(wanted.metadata!)) {
    await expect(drawer.getByLabel('Metadata')).toContainText(key)
    await expect(drawer.getByLabel('Metadata')).toContainText(value)
  }
  await drawer.getByRole('switch', { name: 'As a payment request' }).check()
  await expect(drawer.getByRole('img', { name: /payment request bitcoin:/ })).toBeVisible()

  await drawer.getByLabel('Label of your own').fill('Treasury cold one')
  await page.keyboard.press('Enter')
  await expect(table(page)).toContainText('Treasury cold one')
  expect(await violations(page)).toEqual([])

  const clipboard = () => app.evaluate(({ clipboard: system }) => system.readText())
  await drawer.getByRole('button', { name: 'Copy as JSON' }).click()
  await expect(drawer).toContainText('clipboard re-read, matches')
  expect(JSON.parse(await clipboard())).toEqual(wanted)
  await drawer.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(clipboard).toBe(wanted.address)
  await app.evaluate(({ clipboard: system }) => system.writeText('A plain note'))
  const other = truth.find((one) => one.crypto_network === 'BITCOIN' && one.address !== wanted.address)!
  await app.evaluate(({ clipboard: system }, text) => system.writeText(text), other.address)
  const warning = page.getByRole('alert').filter({ hasText: 'The copied address was replaced' })
  await expect(warning).toContainText(other.address)
  await expect(warning).toContainText(wanted.address)
  await page.keyboard.press('Escape')
  await showAddresses(page)
  await expect(warning).toBeVisible()
  await warning.getByRole('button', { name: 'I have seen it' }).click()
  await expect(warning).toHaveCount(0)
})
