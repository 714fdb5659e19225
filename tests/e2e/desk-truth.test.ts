import type { Page } from '@playwright/test'
import { expect } from './expect'
import { startOwnService, useOwnService, type OwnService } from './own-service'
import { showMarket } from './panels'
import { sharedApp } from './shared-app'
import { test } from './test'

const markets = ['BTCUSD', 'ETHUSD', 'PAXGUSD']
const regions = [
  'Watchlist',
  'Chart BTCUSD',
  'Order book BTCUSD',
  'Depth BTCUSD',
  'Trades BTCUSD',
  'Connection',
  'Alerts'
]

const running = sharedApp({
  offline: true,
  view: 'connections',
  settings: { staleAfter: 60 },
  size: [1680, 1050],
  between: () => Promise.resolve()
})
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService()
  const { page } = running
  await useOwnService(page, service, markets)
  await page.keyboard.press('Control+Shift+M')
  await page.keyboard.press('Control+1')
  await showMarket(page, 'BTCUSD')
  for (const name of regions) await expect(panel(page, name)).toBeVisible()
})
test.beforeEach(() => everyPanel(running.page, 'live'))
test.afterAll(() => service.close())

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function everyPanel(page: Page, state: 'live' | 'quiet') {
  const quiet = () =>
    page
      .locator('[data-panel]')
      .evaluateAll((all) => all.map((each) => 'quiet' in (each as HTMLElement).dataset))
  const wanted = regions.map(() => state === 'quiet')
  await expect.poll(quiet, { timeout: 40_000 }).toEqual(wanted)
}

interface Watch {
  /** When each panel was muted, in milliseconds since the epoch. */
  readonly saidAt: Record<string, number>
  /** The longest pause of painting. */
  maxGap: number
}

/** Records when each panel is muted. */
const watchPanels = (page: Page) =>
  page.evaluateHandle(() => {
    const watch: Watch = { saidAt: {}, maxGap: 0 }
    const look = () => {
      for (const each of document.querySelectorAll<HTMLElement>('[data-panel][data-quiet]'))
        watch.saidAt[each.ariaLabel ?? ''] ??= Date.now()
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      attributeFilter: ['data-quiet']
    })
    let last = performance.now()
    const step = (now: number) => {
      watch.maxGap = Math.max(watch.maxGap, now - last)
      last = now
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
    return watch
  })

/** Pixels in the exact colors of live bids and asks. */
const livePixels = (page: Page, name: string) =>
  panel(page, name).evaluate((region) => {
    const style = getComputedStyle(document.documentElement)
    const colours = ['--bid', '--ask'].map((property) => style.getPropertyValue(property).trim())
    const seen = [...region.querySelectorAll('canvas')].filter(({ width, height }) => width > 0 && height > 0)
    let found = 0
    for (const canvas of seen) {
      // A copy, because reading changes how the canvas is drawn.
      const copy = new OffscreenCanvas(canvas.width, canvas.height)
      const context = copy.getContext('2d', { willReadFrequently: true })!
      context.drawImage(canvas, 0, 0)
      const { data } = context.getImageData(0, 0, copy.width, copy.height)
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue
        const hex = [0, 1, 2].map((part) => data[at + part]!.toString(16).padStart(2, '0')).join('')
        if (colours.includes(`#${hex}`)) found += 1
      }
    }
    return found
  })

const drawn = ['Order book BTCUSD', 'Depth BTCUSD', 'Trades BTCUSD', 'Chart BTCUSD']

test('mutes every panel within a second of a closed socket, and recovers', async () => {
  const { page } = running
  for (const name of drawn)
    await expect.poll(() => livePixels(page, name), { message: `${name} is painted` }).toBeGreaterThan(0)

  const watch = await watchPanels(page)
  const closedFrom = Date.now()
  await service.simulateFault('close-1006')
  const closedAt = Date.now()
  await everyPanel(page, 'quiet')
  const { saidAt, maxGap } = (await watch.jsonValue()) as Watch
  expect(Object.keys(saidAt).sort()).toEqual(regions.toSorted())
  // Allows for pauses of the page.
  for (const [name, at] of Object.entries(saidAt)) {
    expect(at, `${name} did not speak before`).toBeGreaterThanOrEqual(closedFrom)
    expect(at - closedAt, `${name} said so in time`).toBeLessThan(1000 + maxGap)
  }
  for (const name of drawn)
    await expect.poll(() => livePixels(page, name), { message: `${name} is muted` }).toBe(0)

  await service.endFault('close-1006')
  await everyPanel(page, 'live')
  for (const name of drawn)
    await expect.poll(() => livePixels(page, name), { message: `${name} is painted` }).toBeGreaterThan(0)
})

test('detects a dead socket by pings and replaces it', async () => {
  const { page } = running
  const pingEvery = 4000
  const watch = await watchPanels(page)
  const from = Date.now()
  await service.simulateFault('half-open')
  // All are quiet only until the next socket is open, which a poll could miss.
  const muted = () => watch.evaluate(({ saidAt }) => Object.keys(saidAt).sort())
  await expect.poll(muted, { timeout: 40_000 }).toEqual(regions.toSorted())
  const { saidAt, maxGap } = (await watch.jsonValue()) as Watch
  // The pending ping, the two unanswered ones, and the last.
  for (const [name, at] of Object.entries(saidAt))
    expect(at - from, name).toBeLessThan(4 * pingEvery + maxGap)
  await service.endFault('half-open')
  await everyPanel(page, 'live')
})
