import { call } from './connections-desk'
import {
  drawer,
  failures,
  field,
  lookUp,
  ofService,
  openConnected,
  rowOf,
  step,
  table
} from './conversions-desk'
import { expect } from './expect'
import { violations } from './face'
import { noMarkets, startOwnService, type OwnService } from './own-service'
import { useRecordService } from './record-service'
import { sharedApp } from './shared-app'
import { test } from './test'

const unknown = '00000000-0000-4000-8000-000000000001'

const running = sharedApp({
  offline: true,
  view: 'conversions',
  settings: { numbers: '1234.56', clock: 'utc' },
  size: [1680, 1050]
})
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService(noMarkets)
})
test.afterAll(() => service.close())

const ids = () => service.description.conversion_ids

test('looks up pasted IDs and shows the service’s data', async () => {
  const { page } = running
  await useRecordService(page, service)
  await openConnected(page)
  const wanted = [ids()[0]!, ids()[30]!, ids()[39]!]
  await field(page).fill(`Desk:\n${wanted.join(';\n')}\nand ${unknown}, ${wanted[0]!.toUpperCase()}`)
  await expect(page.getByText('4 IDs found')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 looked up')).toBeVisible()
  await expect(failures(page).getByText(unknown)).toBeVisible()
  await expect(failures(page).getByText(/has no conversion with this ID/)).toBeVisible()
  for (const id of wanted) {
    const record = await ofService(service, id)
    const { amount, source_asset, target_asset, created_at } = record as Record<string, string>
    const found = rowOf(page, amount!)
    await expect(found).toContainText(source_asset!)
    await expect(found).toContainText(target_asset!)
    await found.click()
    const fields = drawer(page).getByLabel('All fields', { exact: true }).last()
    for (const [name, value] of Object.entries(record)) {
      if (name === 'metadata' || name === 'status' || name === 'updated_at' || name.endsWith('led_at'))
        continue
      await expect(fields).toContainText(String(value))
    }
    const time = created_at!.replace('T', ' ').replace('Z', '')
    await expect(step(page, 'Created')).toContainText(`${time} UTC`)
    const { metadata } = record as { metadata?: Record<string, string> }
    for (const [name, value] of Object.entries(metadata ?? {})) {
      await expect(drawer(page).getByLabel('Metadata', { exact: true }).last()).toContainText(name)
      await expect(drawer(page).getByLabel('Metadata', { exact: true }).last()).toContainText(value)
    }
  }
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await failures(page).getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(failures(page)).toHaveCount(0)
})

/** conversions-hostile shows it after a restart. */
test('watches a conversion to its end, and shows it with its note without a connection', async () => {
  const { page } = running
  await useRecordService(page, service)
  await openConnected(page)
  const first = await service.convert('USDG', 'USD')
  await lookUp(page, first)
  await service.endConversion(first, 'SETTLED')
  await drawer(page).getByLabel('Note').fill('For the Rotterdam desk')
  await expect(drawer(page).getByText('Settled').first()).toBeVisible()
  const record = (await ofService(service, first)) as Record<string, string>
  const settled = record['settled_at']!.replace('T', ' ').replace('Z', '')
  await expect(step(page, 'Settled')).toContainText(`${settled} UTC`)
  await expect(page.getByText('1 looked up · 0 watched')).toBeVisible()
  await page.keyboard.press('Escape')
  await call(page, (bridge) => bridge.call.connections.disconnect())
  await expect(page.getByText(/Connect to look up conversions/)).toBeVisible()
  await rowOf(page, 'For the Rotterdam desk').click()
  await expect(step(page, 'Settled')).toContainText(`${settled} UTC`)
  await expect(drawer(page).getByLabel('Note')).toHaveValue('For the Rotterdam desk')
  await expect(drawer(page).getByRole('button', { name: 'Check now' })).toBeDisabled()
})

test('stops, removes and copies a page of IDs by keyboard', async () => {
  const { app, page } = running
  await useRecordService(page, service)
  await openConnected(page)
  await service.simulateFault('rest-slow')
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), ids().join('\n'))
  await page.getByRole('button', { name: 'From clipboard' }).first().click()
  await expect(page.getByRole('progressbar', { name: 'Looking up' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(
    failures(page)
      .getByText(/Stopped before the answer arrived/)
      .first()
  ).toBeVisible()
  await service.endFault('rest-slow')
  await failures(page)
    .getByRole('button', { name: /^Try (all|the first)/ })
    .click()
  await expect(page.getByText('40 looked up')).toBeVisible({ timeout: 30_000 })
  await expect(failures(page)).toHaveCount(0)

  await page.keyboard.press('/')
  await expect(page.getByLabel('Search the history')).toBeFocused()
  await page.keyboard.type(ids()[39]!)
  await expect(table(page)).toHaveAttribute('aria-rowcount', '2')
  await table(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('button', { name: 'Copy as JSON' }).click()
  const copied = async () => app.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(async () => (await copied()).includes('source_asset')).toBe(true)
  expect(JSON.parse(await copied())).toEqual(await ofService(service, ids()[39]!))
  await drawer(page).getByRole('button', { name: 'Remove…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByText('39 looked up')).toBeVisible()
  const { count } = await call(page, (bridge) => bridge.call.conversions.read())
  expect(count).toBe(39)
})

/** tests/integration/rest/scenarios.test.ts has the other ones. */
test('reports a request fault with its ID, and recovers', async () => {
  const { page } = running
  await useRecordService(page, service)
  await openConnected(page)
  await service.simulateFault('rest-500')
  await field(page).fill(ids()[39]!)
  await page.keyboard.press('Enter')
  await expect(failures(page).getByText(ids()[39]!)).toBeVisible({ timeout: 60_000 })
  await service.endFault('rest-500')
  await failures(page)
    .getByRole('button', { name: /^Try again/ })
    .click()
  await expect(page.getByRole('progressbar', { name: 'Looking up' })).toHaveCount(0, { timeout: 60_000 })
  await expect(failures(page)).toHaveCount(0)
})
