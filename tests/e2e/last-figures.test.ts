import { rm } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { freshUserData, launch } from './app'
import { expect } from './expect'
import { resize } from './face'
import { startOwnService, type OwnService } from './own-service'
import { setPanel } from './panels'
import { useRecordService } from './record-service'
import { test } from './test'

const market = 'BTCUSD'
const panel = (page: Page, name: string) => page.getByRole('region', { name: `${name} ${market}` })

/** The best levels of the service, which sends no more. */
async function lastLevels(service: OwnService) {
  await service.pause()
  const { bids, asks } = await service.book(market)
  return [...asks.slice(0, 5), ...bids.slice(0, 5)].map(({ price, amount }) => [
    canonicalDecimal(price),
    canonicalDecimal(amount)
  ])
}

/** The best levels in the panel, as assistive technology reads them. */
const levels = async (of: Locator) => {
  const rows = await of
    .getByRole('grid', { includeHidden: true })
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.replaceAll(',', '')))
    )
  const best = (side: string) => rows.filter(([name]) => name === side)
  return [...best('Ask').slice(-5).toReversed(), ...best('Bid').slice(0, 5)].map(([, price, size]) => [
    canonicalDecimal(price ?? ''),
    canonicalDecimal(size ?? '')
  ])
}

const drawing = (page: Page) => panel(page, 'Chart').getByRole('application')
/** There once a column of heat is drawn. */
const heatOf = (page: Page) => panel(page, 'Chart').getByRole('group', { name: 'Depth heat' })
const selectedLine = /^Horizontal line at .* selected\.$/

async function expectOneDrawing(page: Page) {
  const read = () =>
    page.evaluate(async () => {
      const state = await window.leadline!.call.drawings.read({ market: 'BTCUSD' })
      return state.ok ? state.value.drawings : []
    })
  await expect.poll(async () => (await read()).length).toBe(1)
  return read()
}

const client = ['--client-id', 'desk', '--client-secret', 'secret']

test('shows the last figures muted, with their time, until the service answers', async () => {
  const userData = await freshUserData({ offline: true, settings: { guideDone: true, clock: 'utc' } })
  const service = await startOwnService(client)
  const first = await launch({ userData })
  await resize(first.app, first.page, 1440, 900)
  await useRecordService(first.page, service, [market], true)
  await expect(panel(first.page, 'Order book')).not.toHaveAttribute('data-quiet', { timeout: 20_000 })
  await setPanel(first.page, panel(first.page, 'Order book'), { steps: [] })
  await expect(heatOf(first.page)).toBeVisible()
  const truth = await lastLevels(service)
  await expect.poll(() => levels(panel(first.page, 'Order book'))).toEqual(truth)
  await drawing(first.page).focus()
  for (const key of ['Alt+H', 'ArrowLeft', 'Enter']) await first.page.keyboard.press(key)
  await expect(first.page.getByText(selectedLine)).toBeAttached()
  const [line] = await expectOneDrawing(first.page)
  await first.close()
  await service.close()

  const { app, page, close } = await launch({ userData })
  await resize(app, page, 1440, 900)
  const book = panel(page, 'Order book')
  await expect(book).toHaveAttribute('data-quiet', '')
  await expect(book).toContainText(/Figures as of \d\d:\d\d\./)
  await expect.poll(() => levels(book)).toEqual(truth)
  // Without the service, heat is read from the recording, and what was drawn is there.
  await expect(heatOf(page)).toBeVisible()
  expect(await expectOneDrawing(page)).toEqual([line])
  await drawing(page).focus()
  await page.keyboard.press('d')
  await expect(page.getByText(selectedLine)).toBeAttached()
  for (const name of ['Trades', 'Chart', 'Depth'])
    await expect(panel(page, name)).toContainText(/Figures as of \d\d:\d\d\./)

  const { port } = new URL(service.description.base_url)
  const again = await startOwnService([...client, '--port', port, '--seed', '2'])
  await expect(book).not.toHaveAttribute('data-quiet', { timeout: 60_000 })
  const later = await lastLevels(again)
  expect(later).not.toEqual(truth)
  await expect.poll(() => levels(book)).toEqual(later)
  for (const name of ['Order book', 'Trades', 'Chart', 'Depth'])
    await expect(panel(page, name)).not.toContainText('Figures as of')
  await close()
  await again.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})
