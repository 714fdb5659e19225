import type { Page } from '@playwright/test'
import type { AddressFilters } from '#shared/contract/records/addresses/index'
import { addFilter, sharedAddressApp, foot, loadedIds, shownAddresses } from './addresses-desk'
import { filtered } from './addresses-service'
import { expect } from './expect'
import { test } from './test'

const desk = sharedAddressApp({ addresses: 1800 })

const some = <T>(values: readonly (T | undefined)[], count: number): T[] => {
  const known = [...new Set(values.filter((value) => value !== undefined))]
  expect(known.length).toBeGreaterThanOrEqual(count)
  return known.slice(0, count)
}

/** Waits for the service to answer all filters. */
async function answered(page: Page, filters: AddressFilters) {
  await expect(foot(page)).toContainText('All matches as of', { timeout: 30_000 })
  const wanted = filtered(desk.truth, filters)
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

test('sends each filter to the service and shows the matching addresses', async () => {
  test.setTimeout(150_000)
  const { page } = desk.running
  const cases: readonly Typed[] = [
    {
      title: 'Profile IDs',
      filter: 'profileIds',
      parameter: 'profile_ids',
      values: some(
        desk.truth.map((one) => one.profile_id),
        2
      ).slice(1)
    },
    {
      title: 'Reference IDs',
      filter: 'refIds',
      parameter: 'ref_ids',
      values: some(
        desk.truth.map((one) => one.ref_id),
        3
      )
    },
    {
      title: 'Identity IDs',
      filter: 'identityIds',
      parameter: 'identity_ids',
      values: some(
        desk.truth.map((one) => one.identity_id),
        4
      )
    },
    {
      title: 'Account IDs',
      filter: 'accountIds',
      parameter: 'account_ids',
      values: some(
        desk.truth.map((one) => one.account_id),
        2
      )
    },
    {
      title: 'Address IDs',
      filter: 'ids',
      parameter: 'ids',
      values: some(
        desk.truth.map((one) => one.id),
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
    const requests = desk.service.seen()
    expect(new Set(requests[0]!.keys())).toEqual(new Set([parameter, 'limit', 'order']))
    for (const request of requests)
      expect(request.getAll(parameter).toSorted()).toEqual([...values].toSorted())
    expect(requests[0]!.get('order')).toBe('DESC')
    await page.getByRole('button', { name: /^Remove/ }).click()
  }

  await addFilter(page, 'Networks')
  await page.getByRole('checkbox', { name: 'Stellar' }).check()
  await page.getByLabel('Or type or paste names').fill('robinhood chain, nowhere')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Robinhood Chain' })).toBeChecked()
  await expect(page.getByRole('dialog')).toContainText('“nowhere” is not a valid network (skipped).')
  await page.getByRole('button', { name: 'Apply' }).click()
  const networks = ['STELLAR', 'ROBINHOOD']
  await answered(page, { networks })
  expect(desk.service.seen()[0]!.getAll('networks').toSorted()).toEqual(networks.toSorted())

  // Both filters apply.
  await page.getByRole('button', { name: /^Network: Stellar, Robinhood Chain/ }).click()
  await page.getByRole('checkbox', { name: 'Stellar' }).uncheck()
  await page.getByRole('button', { name: 'Apply' }).click()
  await answered(page, { networks: ['ROBINHOOD'] })
  desk.service.seen()
  const middle = desk.truth[Math.floor(desk.truth.length / 2)]!.created_at
  const labels = {
    gte: 'At or after',
    gt: 'After (>)',
    lte: 'At or before',
    lt: 'Before (<)',
    eq: 'Exactly'
  } as const
  await addFilter(page, 'Creation time')
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
  const [ranged] = desk.service.seen()
  for (const [name, time] of Object.entries(createdAt)) expect(ranged!.get(`created_at.${name}`)).toBe(time)
  await page.getByRole('button', { name: /^Remove Network/ }).click()
  await page.getByRole('button', { name: /^Created/ }).click()
  for (const name of ['gte', 'gt', 'lte', 'lt'] as const) await page.getByLabel(labels[name]).fill('')
  await page.getByLabel(labels.eq).fill(middle)
  await page.keyboard.press('Enter')
  await answered(page, { createdAt: { eq: middle } })
  expect(desk.service.seen().at(-1)!.get('created_at.eq')).toBe(middle)
})

test('splits and counts more than a hundred values, and reports invalid ones', async () => {
  const { page } = desk.running
  const values = desk.truth.filter((_one, place) => place % 8 === 0).map(({ id }) => id)
  expect(values.length).toBeGreaterThan(200)
  await addFilter(page, 'Address IDs')
  const dialog = page.getByRole('dialog', { name: 'Filter: Address IDs' })
  await dialog.getByRole('textbox').fill(`${values.join('\n')}\n${values[0]!.toUpperCase()}, nonsense`)
  await expect(dialog).toContainText(`${values.length} values. Needs 3 requests.`)
  await expect(dialog).toContainText('“nonsense” is not a valid address ID (skipped).')
  await page.keyboard.press('Control+Enter')
  await answered(page, { ids: values })
  const requests = desk.service.seen()
  const sent = requests.flatMap((request) => request.getAll('ids'))
  for (const request of requests) expect(request.getAll('ids').length).toBeLessThanOrEqual(100)
  expect(sent.toSorted()).toEqual(values.toSorted())

  // Saves, clears and selects filters.
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: /Save or remove/ }).click()
  const saved = page.getByRole('dialog', { name: 'Saved filters' })
  await saved.getByRole('textbox').fill('Every eighth')
  await page.keyboard.press('Enter')
  await expect(saved.getByRole('listitem')).toContainText('Every eighth')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: 'Every eighth' }).click()
  await answered(page, { ids: values })
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: /Save or remove/ }).click()
  await saved.getByRole('button', { name: 'Remove Every eighth' }).click()
  await expect(saved).toContainText('No saved filters yet.')
})
