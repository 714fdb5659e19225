import type { Locator, Page } from '@playwright/test'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { call } from './connections-desk'
import { expect } from './expect'
import { startOwnService, type OwnService } from './own-service'
import { setPanel } from './panels'
import { useRecordService } from './record-service'
import { sharedApp } from './shared-app'
import { test } from './test'

const market = 'BTCUSD'
const running = sharedApp({ offline: true, own: true, size: [1440, 900], between: () => Promise.resolve() })
const patience = { timeout: 30_000 }

const panel = (page: Page, name: string) =>
  page.getByRole('region', { name: `${name} ${market}`, exact: true })
const rowsOf = (of: Locator) =>
  of
    .getByRole('grid', { includeHidden: true })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)))

/** Those with trades; whether a time was recorded throughout may change. */
const candles = async () =>
  (await rowsOf(panel(running.page, 'Chart')))
    .filter((cells) => cells[1] !== '')
    .map((cells) => cells.slice(0, -1))

/** The newest, without rows that say what was not recorded. */
const trades = async () =>
  (await rowsOf(panel(running.page, 'Trades'))).filter((cells) => cells[0] !== '').slice(0, 20)

/** The best levels, as assistive technology reads them. */
async function levels() {
  const rows = await rowsOf(panel(running.page, 'Order book'))
  const best = (side: string) => rows.filter(([name]) => name === side)
  return [...best('Ask').slice(-5).toReversed(), ...best('Bid').slice(0, 5)].map((cells) =>
    cells.slice(1, 3).map((text) => canonicalDecimal(text?.replaceAll(',', '') ?? ''))
  )
}

/** The best levels of a paused service. */
async function trueLevels(service: OwnService) {
  const { bids, asks } = await service.book(market)
  return [...asks.slice(0, 5), ...bids.slice(0, 5)].map(({ price, amount }) => [
    canonicalDecimal(price),
    canonicalDecimal(amount)
  ])
}

const selectedLine = /^Horizontal line at .* selected\.$/
const drawing = () => panel(running.page, 'Chart').getByRole('application')

async function onlyDrawing() {
  const read = () => call(running.page, (bridge) => bridge.call.drawings.read({ market: 'BTCUSD' }))
  await expect.poll(async () => (await read()).drawings.length).toBe(1)
  return (await read()).drawings[0]
}

const client = ['--client-id', 'desk', '--client-secret', 'secret']

test.describe.configure({ mode: 'serial' })

let service: OwnService
const before = { candles: [] as unknown[], trades: [] as unknown[] }
test.beforeAll(async () => {
  service = await startOwnService(client)
})
test.afterAll(() => service.close())

test('after a restart, shows the last figures muted, with their time, until the service answers', async () => {
  // Two starts.
  test.setTimeout(120_000)
  let { page } = running
  const recording = () => call(running.page, (bridge) => bridge.call.recording.read())
  await useRecordService(page, service, [market], true)
  await expect(panel(page, 'Order book')).not.toHaveAttribute('data-quiet', patience)
  await setPanel(page, panel(page, 'Order book'), { steps: [] })
  await drawing().focus()
  for (const key of ['Alt+H', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText(selectedLine)).toBeAttached()
  const line = await onlyDrawing()
  await expect.poll(async () => (await recording()).phase, patience).toBe('recording')
  await expect.poll(async () => (await candles()).length, patience).toBeGreaterThan(2)
  await service.pause()
  // What was under way has arrived.
  const truth = await trueLevels(service)
  await expect.poll(levels).toEqual(truth)
  const times = (await service.trades(market)) as readonly { readonly executed_at: string }[]
  const sorted = times.map(({ executed_at: time }) => time.slice(0, 23).replace('T', ' ')).sort()
  const newest = sorted.at(-1)!
  const lastSecond = newest.slice(0, 19)
  await expect.poll(async () => (await trades())[0]?.[0]).toBe(newest)
  await expect
    .poll(async () => (await candles()).at(-1))
    .toMatchObject({
      0: `${lastSecond} UTC`,
      9: String(sorted.filter((time) => time.startsWith(lastSecond)).length)
    })
  Object.assign(before, { candles: await candles(), trades: await trades() })
  await running.restart(() => service.close())

  page = running.page
  const book = panel(page, 'Order book')
  await expect(book).toHaveAttribute('data-quiet', '')
  await expect(book).toContainText(/Figures as of \d\d:\d\d\./)
  await expect.poll(levels).toEqual(truth)
  // What was drawn is there without the service too.
  expect(await onlyDrawing()).toEqual(line)
  await drawing().focus()
  await page.keyboard.press('d')
  await expect(page.getByText(selectedLine)).toBeAttached()
  for (const name of ['Trades', 'Chart', 'Depth'])
    await expect(panel(page, name)).toContainText(/Figures as of \d\d:\d\d\./)
})

test('then, the chart and the tape show what they showed, and the time between', async () => {
  test.setTimeout(120_000)
  const { page } = running
  const last = await levels()
  const { port } = new URL(service.description.base_url)
  service = await startOwnService([...client, '--port', port, '--seed', '2', '--rate', '20'])
  await service.pause()
  await expect(panel(page, 'Order book')).not.toHaveAttribute('data-quiet', { timeout: 60_000 })
  const later = await trueLevels(service)
  expect(later).not.toEqual(last)
  await expect.poll(levels).toEqual(later)
  for (const name of ['Order book', 'Trades', 'Chart', 'Depth'])
    await expect(panel(page, name)).not.toContainText('Figures as of')
  // The last figures are shown before, without the time between.
  const newestRow = async () => (await rowsOf(panel(page, 'Trades')))[0]?.[1]
  await expect.poll(newestRow, patience).toMatch(/^not recorded/)
  await expect.poll(candles, patience).toEqual(before.candles)
  await expect.poll(trades).toEqual(before.trades)
  // The axis follows the service's time.
  await service.resume()
  const recorded = async () => (await rowsOf(panel(page, 'Chart'))).map((cells) => cells.at(-1))
  await expect.poll(recorded).toContain('not recorded')
  // It ends with its work.
  const hasHistory = () =>
    running.app.evaluate(({ app }) => app.getAppMetrics().some(({ name }) => name === 'Leadline history'))
  await expect.poll(hasHistory).toBe(false)
})
