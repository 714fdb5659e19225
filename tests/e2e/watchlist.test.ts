import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  canonicalDecimal,
  compareDecimals,
  multiplyDecimals,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import { ready } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { startOwnService, useOwnService, type OwnService } from './own-service'
import { sharedApp } from './shared-app'
import { test } from './test'

const markets = ['BTCUSD', 'ETHUSD', 'DOGEUSD', 'XLMUSD'] as const

const running = sharedApp({
  offline: true,
  view: 'connections',
  settings: { numbers: '1234.56', staleAfter: 60 },
  size: [1680, 1050]
})
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService()
})
test.beforeEach(async () => {
  const { page } = running
  await service.resume()
  await useOwnService(page, service, markets)
  await page.keyboard.press('Control+Shift+M')
  await page.keyboard.press('Control+1')
  await expect(list(page)).toBeVisible()
})
test.afterAll(() => service.close())

const list = (page: Page) => page.getByRole('grid', { name: 'Watched markets' })
const row = (page: Page, market: string) => list(page).getByRole('row', { name: new RegExp(`^${market} `) })
const order = (page: Page) =>
  list(page)
    .getByRole('rowheader')
    .evaluateAll((all) => all.map((each) => each.textContent))
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** By column title. */
async function cells(page: Page, market: string): Promise<Record<string, string>> {
  const heads = await list(page).getByRole('columnheader').allInnerTexts()
  const texts = await row(page, market).locator('> *').allInnerTexts()
  return Object.fromEntries(heads.map((head, at) => [head.trim(), (texts[at] ?? '').trim()]))
}

interface SandboxTrade {
  readonly price: string
}

/** In tenths of a basis point. */
function isSpread(shown: string, bid: Decimal, ask: Decimal): boolean {
  const sum = { units: bid.units * 10n ** BigInt(ask.scale) + ask.units * 10n ** BigInt(bid.scale), scale: 0 }
  const spread = {
    units: ask.units * 10n ** BigInt(bid.scale) - bid.units * 10n ** BigInt(ask.scale),
    scale: 0
  }
  const value = parseDecimal(shown)!
  const off = multiplyDecimals({ units: 20_000n, scale: 0 }, spread)
  const low = multiplyDecimals({ units: value.units * 100n - 50n, scale: value.scale + 2 }, sum)
  const high = multiplyDecimals({ units: value.units * 100n + 50n, scale: value.scale + 2 }, sum)
  return compareDecimals(low, off) <= 0 && compareDecimals(off, high) <= 0
}

async function trade(market: string, steps: number) {
  const newest = async () => JSON.stringify((await service.trades(market)).at(-1))
  const before = await newest()
  await expect(async () => {
    await service.step(steps, market)
    expect(await newest()).not.toBe(before)
  }).toPass()
}

/** The secret was for one session. */
async function connectAgain(page: Page) {
  const { profiles } = await call(page, (bridge) => bridge.call.connections.read())
  const { id, name, environment, restBase, tokenHost, streamAddress, clientId, features } = profiles.find(
    (profile) => profile.name === 'Own service'
  )!
  const draft = { name, environment, restBase, tokenHost, streamAddress, clientId, features }
  const problem = await page.evaluate(
    async ({ saving, profile }) => {
      const { connections } = window.leadline!.call
      await connections.save(saving)
      const connected = await connections.connect({ id: profile })
      return connected.ok ? null : connected.error.sentence
    },
    {
      saving: { id, draft, clientSecret: service.description.client_secret, sessionOnly: true },
      profile: id
    }
  )
  expect(problem).toBeNull()
}

test('shows the service’s last trade and spread exactly', async () => {
  const { page } = running
  for (const market of markets) await expect(row(page, market)).toContainText('Live', { timeout: 30_000 })
  await service.pause()
  for (const steps of [200, 500]) {
    // Earlier trades are unknown.
    for (const market of markets) await trade(market, steps)
    for (const market of markets) {
      const { bids, asks } = await service.book(market)
      const trades = (await service.trades(market)) as readonly SandboxTrade[]
      const last = canonicalDecimal(trades.at(-1)!.price)
      await expect
        .poll(async () => canonicalDecimal((await cells(page, market))['Last'] ?? ''), { timeout: 15_000 })
        .toBe(last)
      const [bid, ask] = [parseDecimal(bids[0]!.price)!, parseDecimal(asks[0]!.price)!]
      await expect
        .poll(async () => isSpread((await cells(page, market))['Spr bp'] ?? '0', bid, ask), {
          timeout: 15_000
        })
        .toBe(true)
    }
  }
})

test('changes linked panels in two windows, jumps from the palette, and keeps its order', async () => {
  const { app } = running
  let { page } = running
  const appeared = app.waitForEvent('window')
  await call(page, (bridge) => bridge.call.windows.open({ view: 'markets' }))
  const second = await appeared
  await ready(second)
  await row(page, 'ETHUSD').click()
  for (const window of [page, second]) {
    await expect(region(window, 'Order book ETHUSD')).toBeVisible()
    await expect(row(window, 'ETHUSD')).toHaveAttribute('aria-selected', 'true')
  }
  await row(second, 'ETHUSD').press('ArrowDown')
  await expect(region(page, 'Trades DOGEUSD')).toBeVisible()
  await expect(row(second, 'DOGEUSD')).toBeFocused()

  await page.bringToFront()
  await page.keyboard.press('Control+J')
  const jump = page.getByRole('dialog', { name: 'Show a market' })
  await jump.getByRole('combobox').fill('xlm')
  await expect(jump.getByRole('option').first()).toContainText('XLMUSD')
  await page.keyboard.press('Enter')
  await expect(jump).toHaveCount(0)
  await expect(region(page, 'Order book XLMUSD')).toBeVisible()
  await expect(region(second, 'Order book XLMUSD')).toBeVisible()
  // Consecutive keys.
  for (let turn = 0; turn < 4; turn += 1) {
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    await page.keyboard.press('Escape')
  }

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await row(page, 'XLMUSD').focus()
  await expect(row(page, 'XLMUSD')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => order(page)).toEqual(['BTCUSD', 'ETHUSD', 'XLMUSD', 'DOGEUSD'])
  await expect(row(page, 'XLMUSD')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  const arranged = ['BTCUSD', 'XLMUSD', 'ETHUSD', 'DOGEUSD']
  await expect.poll(() => order(second)).toEqual(arranged)
  await row(page, 'DOGEUSD').dragTo(row(page, 'BTCUSD'), { targetPosition: { x: 40, y: 2 } })
  const dragged = ['DOGEUSD', 'BTCUSD', 'XLMUSD', 'ETHUSD']
  await expect.poll(() => order(second)).toEqual(dragged)
  await running.restart(async () => {
    const kept = JSON.parse(await readFile(path.join(running.userData, 'markets.json'), 'utf8')) as {
      readonly profiles: Record<string, { readonly watched: readonly string[] }>
    }
    expect(Object.values(kept.profiles).map(({ watched }) => watched)).toContainEqual(dragged)
  })
  page = running.page
  await connectAgain(page)
  await expect.poll(() => order(page)).toEqual(dragged)
})

test('adds a market by name, explains a refusal, and undoes a removal', async () => {
  const { page } = running
  const field = page.getByRole('combobox', { name: 'Find or add a market' })
  await row(page, 'BTCUSD').focus()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await field.fill('nosuchusd')
  await field.press('Enter')
  const unknown = row(page, 'NOSUCHUSD')
  await expect(unknown).toContainText('Declined', { timeout: 20_000 })
  await expect(unknown).toHaveAttribute('title', /no market NOSUCHUSD/)
  await unknown.click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Menu of NOSUCHUSD' })
  await menu.getByRole('menuitem', { name: 'Remove from watchlist' }).click()
  await expect(unknown).toHaveCount(0)
  await row(page, 'ETHUSD').focus()
  await page.keyboard.press('Delete')
  await expect(row(page, 'ETHUSD')).toHaveCount(0)
  const removal = page.getByRole('status').filter({ hasText: 'ETHUSD' })
  await removal.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => order(page)).toEqual([...markets])
})
