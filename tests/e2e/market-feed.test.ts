import type { Locator, Page } from '@playwright/test'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { ready, type RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { messagesRead, startOwnService, useOwnService, type OwnService } from './own-service'
import { sharedApp } from './shared-app'
import { test } from './test'

const markets = ['BTCUSD', 'ETHUSD', 'DOGEUSD', 'PAXGUSD', 'XLMUSD', 'ETHBTC'] as const

const running = sharedApp({
  offline: true,
  view: 'diagnostics',
  settings: { staleAfter: 3, numbers: '1234.56', frameRate: 'full' },
  size: [1440, 900],
  between: () => Promise.resolve(),
  // The timeline of another file's app has refusals already.
  own: true
})
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService()
  const { page } = running
  await useOwnService(page, service, markets)
})
test.beforeEach(async () => {
  const { page } = running
  await service.resume()
  // Reloaded, to drop earlier subscriptions.
  await page.reload()
  await ready(page)
  await page.keyboard.press('Control+Shift+D')
  await everyRow(page, /^Live$/)
})
test.afterAll(() => service.close())

const books = (page: Page) => page.getByRole('region', { name: 'Books by state and age' })
const rowOf = (page: Page, market: string) =>
  books(page).getByRole('row', { name: new RegExp(`^${market} `) })
const cellOf = (row: Locator, place: 'state' | 'bid' | 'ask') =>
  row.getByRole('cell').nth({ state: 0, bid: 1, ask: 2 }[place])

async function everyRow(page: Page, state: RegExp, timeout = 30_000) {
  for (const market of markets)
    await expect(cellOf(rowOf(page, market), 'state')).toHaveText(state, { timeout })
}

const shown = async (page: Page) => {
  const rows = await books(page)
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''))
    )
  return markets.map((market) => {
    const [, , bid = '', ask = ''] = rows.find(([name]) => name === market) ?? []
    return `${market} ${canonicalDecimal(bid)} ${canonicalDecimal(ask)}`
  })
}
const truth = () =>
  Promise.all(
    markets.map(async (market) => {
      const { bids, asks } = await service.book(market)
      return `${market} ${canonicalDecimal(bids[0]!.price)} ${canonicalDecimal(asks[0]!.price)}`
    })
  )

/** Paused and compared. */
async function equalsTheService(page: Page) {
  const expected = await truth()
  await expect.poll(() => shown(page), { timeout: 20_000 }).toEqual(expected)
  return expected
}

const colours = (page: Page) =>
  books(page)
    .getByRole('row')
    .evaluateAll(
      (rows, wanted) =>
        wanted.flatMap((market) => {
          const row = rows.find((each) => each.querySelector('th')?.textContent === market)
          const [, bid, ask] = row?.querySelectorAll('td') ?? []
          return [bid, ask].map((cell) => cell && getComputedStyle(cell).color)
        }),
      markets
    )
const inkOf = (page: Page, name: string) =>
  page.evaluate((property) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${property})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)
const paintedLive = async (page: Page) => {
  const pair = [await inkOf(page, '--bid'), await inkOf(page, '--ask')]
  return markets.flatMap(() => pair)
}
const paintedDim = async (page: Page) => {
  const dim = await inkOf(page, '--dim')
  return markets.flatMap(() => [dim, dim])
}

test('shows the service’s best prices after every market step', async () => {
  const { page } = running
  await service.pause()
  let before = await equalsTheService(page)
  expect(await colours(page)).toEqual(await paintedLive(page))
  for (const count of [40, 900]) {
    await service.step(count)
    const after = await equalsTheService(page)
    expect(after).not.toEqual(before)
    before = after
  }
})

test('marks every row silent within the limit, and recovers', async () => {
  const { page } = running
  await service.simulateFault('silent')
  await everyRow(page, /^Silent$/, 15_000)
  await expect.poll(() => colours(page)).toEqual(await paintedDim(page))
  await service.pause()
  await service.endFault('silent')
  await service.step(40)
  await everyRow(page, /^Live$/)
  await equalsTheService(page)
  expect(await colours(page)).toEqual(await paintedLive(page))
})

test('marks every row offline without a network, and recovers', async () => {
  const { page } = running
  await service.simulateFault('drop')
  const live = books(page).getByText('Live', { exact: true })
  await expect(live).toHaveCount(0, { timeout: 5000 })
  // The text is pushed, the figures come with the next frame.
  await expect.poll(() => colours(page)).toEqual(await paintedDim(page))
  await service.step(500)
  await service.endFault('drop')
  await everyRow(page, /^Live$/, 45_000)
  await service.pause()
  await equalsTheService(page)
  expect(await colours(page)).toEqual(await paintedLive(page))
})

/** Reloads the page with a listener that the next load does not have. */
async function listen(page: Page) {
  const keepFrames = () => {
    const listening: NonNullable<Window['listening']> = { ports: [], frames: [], closed: 0 }
    Object.assign(window, { listening })
    window.addEventListener('message', ({ data: name, ports: [port] }) => {
      if (name === 'leadline:feed-port')
        port?.addEventListener('message', ({ data }) => listening.frames.push(data))
    })
  }
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(keepFrames)})()` })
  await page.reload()
  await ready(page)
  await session.detach()
}
const marketFrames = (page: Page) =>
  page.evaluate(() => window.listening!.frames.filter((frame) => frame.markets).length)

const canBeSeen = ({ app }: RunningApp) =>
  app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]!
    return window.isVisible() && !window.isMinimized()
  })

for (const [away, back] of [
  ['hide', 'show'],
  ['minimize', 'restore']
] as const) {
  test(`sends nothing to a window after ${away}, and updates it at once after ${back}`, async () => {
    const { page, app } = running
    await listen(page)
    await everyRow(page, /^Live$/)
    await expect.poll(() => marketFrames(page)).toBeGreaterThan(10)
    await service.pause()
    await equalsTheService(page)
    await app.evaluate(({ BrowserWindow }, how) => BrowserWindow.getAllWindows()[0]![how](), away)
    await expect.poll(() => canBeSeen(running)).toBe(false)
    const [frames, read] = [await marketFrames(page), await messagesRead(page)]
    await service.step(800)
    await expect.poll(() => messagesRead(page)).toBeGreaterThan(read + 100)
    expect(await marketFrames(page)).toBe(frames)
    await app.evaluate(({ BrowserWindow }, how) => BrowserWindow.getAllWindows()[0]![how](), back)
    await equalsTheService(page)
    expect(await marketFrames(page)).toBeLessThan(frames + 10)
  })
}

const figures = async (page: Page, title: RegExp) => {
  const rows = page.getByRole('table', { name: title }).getByRole('row')
  return rows.evaluateAll((all) => all.flatMap((row) => row.querySelector('td')?.textContent ?? []))
}

/** The queue per second since then. */
async function queues(page: Page, from = 0): Promise<readonly number[]> {
  const health = await call(page, (bridge) => bridge.call.diagnostics.health())
  const since = health.filter(({ at }) => at > from)
  return (from === 0 ? since : since.slice(1)).flatMap(({ stream }) => stream?.queue ?? [])
}

test('measures receipt to paint, and counts waiting data', async () => {
  const { page } = running
  const here = Date.now()
  await expect.poll(async () => (await figures(page, /^Paint delay/)).at(-1)).toMatch(/^[\d.]+\sms$/)
  // Levels are merged; only trades queue, and none are drawn here.
  await expect.poll(async () => (await queues(page, here)).length).toBeGreaterThan(2)
  expect(Math.max(...(await queues(page, here)))).toBe(0)
  await service.pause()
  await equalsTheService(page)
  const before = (await service.trades('BTCUSD')).length
  const parts = { book: null, trades: { max: 50 }, candles: null, statistics: false }
  await page.evaluate(
    (wanted) => window.leadline!.call.markets.subscribe({ id: 1_000_000, market: 'BTCUSD', parts: wanted }),
    parts
  )
  let max = 0
  await expect(async () => {
    await service.step(400, 'BTCUSD')
    const waited = async () => (max = Math.max(...(await queues(page, here))))
    await expect.poll(waited, { timeout: 3000 }).toBeGreaterThan(0)
  }).toPass()
  expect(max).toBeLessThanOrEqual((await service.trades('BTCUSD')).length - before)
  // The table shows maxima per minute.
  await expect
    .poll(async () => Math.max(...(await figures(page, /^Queue/)).map(Number).filter(Number.isFinite)))
    .toBe(Math.max(...(await queues(page))))
})

test('unwatches and rewatches a market, and shows no prices for an unknown one', async () => {
  const { page } = running
  const field = page.getByLabel('Market to watch')
  await page.getByRole('button', { name: 'Remove DOGEUSD from watchlist' }).click()
  // Its row must not hold it.
  await expect(rowOf(page, 'DOGEUSD')).toHaveCount(0)
  await field.fill('NOTHINGUSD')
  await field.press('Enter')
  const unknown = rowOf(page, 'NOTHINGUSD')
  await expect(cellOf(unknown, 'state')).toHaveText('Declined')
  await expect(unknown).toContainText('no market NOTHINGUSD')
  await expect(cellOf(unknown, 'bid')).toHaveText('–')
  await expect(cellOf(unknown, 'ask')).toHaveText('–')
  const pages = page.getByRole('navigation', { name: 'Diagnostics pages' })
  await pages.getByRole('link', { name: 'Raw frames' }).click()
  await pages.getByRole('link', { name: 'Overview' }).click()
  await field.fill('DOGEUSD')
  await field.press('Enter')
  await everyRow(page, /^Live$/)
  await service.pause()
  await equalsTheService(page)
  // Viewing must not retry it.
  const refusals = page
    .getByRole('list', { name: 'Connection events' })
    .getByRole('listitem')
    .filter({ hasText: 'NOTHINGUSD refused' })
  await expect(refusals).toHaveCount(1)
  await expect(refusals).not.toContainText('×')
})
