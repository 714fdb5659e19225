import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import {
  drawer,
  failures,
  field,
  lookUp,
  ofService,
  openConnected,
  openConversions,
  rowOf,
  step
} from './conversions-desk'
import { notices } from './desktop'
import { expect } from './expect'
import { violations } from './face'
import { startFrontService, type FrontService } from './front-service'
import { noMarkets, startOwnService, type OwnService } from './own-service'
import { useRecordService } from './record-service'
import { sharedApp } from './shared-app'
import { test } from './test'

const running = sharedApp({
  offline: true,
  view: 'conversions',
  settings: { numbers: '1234.56', clock: 'utc' },
  size: [1680, 1050]
})
let service: OwnService
let front: FrontService
test.beforeAll(async () => {
  service = await startOwnService(noMarkets)
  front = await startFrontService(service)
})
test.afterAll(async () => {
  await front.close()
  await service.close()
})

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const html = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const created = { created_at: '2026-11-01T10:00:00.123456789Z', updated_at: '2026-11-01T10:00:00.123456789Z' }
const usual = (number: number) => ({
  id: id(number),
  amount: '1.10',
  source_asset: 'USDP',
  target_asset: 'USD',
  status: 'CREATED',
  ...created
})
const longAmount = `${'9876543210'.repeat(60)}.${'0'.repeat(29)}1`
const formula = '=HYPERLINK("http://127.0.0.1/";"x")'

test('shows any text in a record, or refuses it with its ID', async () => {
  const { app, page, userData } = running
  await useRecordService(page, front.service)
  await openConnected(page)
  front.say(id(1), {
    ...usual(1),
    amount: '1.11',
    ref_id: html,
    metadata: { [html]: html },
    more: { [html]: [html] }
  })
  front.say(id(2), { ...usual(2), amount: longAmount, status: 'ON_ITS_WAY', ref_id: formula })
  front.say(id(3), { ...usual(3), amount: '\u202e00.001', source_asset: 'US\u200bDP', status: 'a\u0000b' })
  front.say(id(4), { ...usual(4), status: 'SETTLED', settled_at: 'soon', profile_id: 7, metadata: 'none' })
  front.say(id(5), { ...usual(5), amount: undefined })
  front.say(id(6), usual(7))
  front.sayBytes(id(8), '<html>Please sign in</html>', 'text/html')
  front.sayBytes(id(9), '{"id":', 'application/json')
  front.sayBytes(id(10), JSON.stringify({ ...usual(10), ref_id: 'x'.repeat(3_000_000) }), 'application/json')
  await field(page).fill([1, 2, 3, 4, 5, 6, 8, 9, 10].map(id).join(' '))
  await page.keyboard.press('Enter')
  await expect(failures(page).getByRole('listitem')).toHaveCount(5, { timeout: 60_000 })
  for (const number of [5, 6, 8, 9, 10]) {
    const said = failures(page)
      .getByRole('listitem')
      .filter({ hasText: id(number) })
    await expect(said).toContainText(/\.\s+Try again/)
  }
  await expect(page.getByText('4 looked up · 3 watched')).toBeVisible()
  await failures(page).getByRole('button', { name: 'Dismiss', exact: true }).click()

  await rowOf(page, '1.11').click()
  await expect(drawer(page).getByText(html).first()).toBeVisible()
  await expect(page.locator('main img, main script')).toHaveCount(0)
  await rowOf(page, 'On its way').click()
  const fields = drawer(page).getByLabel('All fields', { exact: true }).last()
  await fields.getByRole('button', { name: 'Show all' }).click()
  await expect(fields).toContainText(longAmount)
  await rowOf(page, 'US�DP').click()
  await expect(drawer(page).getByText('�00.001').first()).toBeVisible()
  await expect(drawer(page).getByText('a␀b').first()).toBeVisible()
  await drawer(page).getByLabel('Note').fill(`@SUM(1)\n${html}`)
  await expect(rowOf(page, '@SUM(1)')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBe(0)

  const file = path.join(userData, 'conversions-out.csv')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText(`Conversions saved to ${file}.`)).toBeVisible()
  const rows = parse(await readFile(file, 'utf8'), { columns: true }) as Readonly<Record<string, string>>[]
  const of = (number: number) => rows.find((row) => row['id'] === id(number))
  expect(rows).toHaveLength(4)
  expect(of(2)).toMatchObject({ amount: longAmount })
  expect(of(2)!['ref_id']).toMatch(/^'=/)
  expect(of(3)).toMatchObject({ amount: '\u202e00.001', note: `'@SUM(1)\n${html}` })
})

test('keeps watching through an outage and a restart, and notifies once', async () => {
  test.setTimeout(120_000)
  const { page } = running
  await notices.dismiss()
  const ever = await notices.ever()
  await useRecordService(page, front.service, [], true)
  await openConnected(page)
  const watched = await service.convert('USDP', 'USD')
  await lookUp(page, watched)
  await drawer(page).getByLabel('Note').fill('For the Rotterdam desk')
  await expect(rowOf(page, 'For the Rotterdam desk')).toBeVisible()
  front.goAway()
  await expect(drawer(page).getByText('Last check failed')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('1 looked up · 1 watched')).toBeVisible()
  let asked = 0
  await running.restart(async () => {
    asked = front.asked(watched)
    await service.endConversion(watched, 'SETTLED')
    front.comeBack()
  })
  await expect.poll(notices.shown, { timeout: 40_000 }).toBe(1)
  await openConversions(running.page)
  await expect(running.page.getByText('1 looked up · 0 watched')).toBeVisible()
  await rowOf(running.page, 'Settled').click()
  const { settled_at } = (await ofService(service, watched)) as Record<string, string>
  await expect(step(running.page, 'Settled')).toContainText(settled_at!.replace('T', ' ').replace('Z', ''))
  await expect(drawer(running.page).getByLabel('Note')).toHaveValue('For the Rotterdam desk')
  expect(await notices.ever()).toBe(ever + 1)
  // Once after the restart.
  expect(front.asked(watched)).toBe(asked + 1)
})
