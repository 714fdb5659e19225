import type { Page } from '@playwright/test'
import { call } from './connections-desk'
import { expect } from './expect'
import { violations } from './face'
import { startOwnService, useOwnService, type OwnService } from './own-service'
import { sharedApp } from './shared-app'
import { test } from './test'

const markets = ['BTCUSD', 'ETHUSD']

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
})
test.beforeEach(() => live(running.page))
test.afterAll(() => service.close())

const panel = (page: Page) => page.getByRole('region', { name: 'Connection', exact: true })
const events = (page: Page) => panel(page).getByRole('list', { name: /^Connection events/ })
const live = (page: Page) => expect(panel(page)).toContainText('2 of 2 live', { timeout: 40_000 })

test('reports a closed socket with its wait, and reconnects', async () => {
  const { page } = running
  await service.simulateFault('drop')
  await expect(panel(page)).toContainText('0 of 2 live')
  const next = panel(page).getByRole('button', { name: 'Try now' })
  await expect(next).toBeVisible({ timeout: 30_000 })
  await expect(panel(page)).toContainText(/Next try\s*(in \d+\ss|now)/)
  await expect(events(page)).toContainText(/Problem: |Warning: /)
  await service.endFault('drop')
  await live(page)
  await expect(events(page).getByRole('listitem').filter({ hasText: 'Good: ' }).first()).toContainText(
    /Reconnected after \d+\.\d s/
  )
  await expect(next).toHaveCount(0)
})

test('reconnects at once on request', async () => {
  const { page } = running
  await service.simulateFault('handshake-403')
  await service.simulateFault('drop')
  await expect(panel(page)).toContainText('Scope missing', { timeout: 30_000 })
  await service.endFault('drop')
  await service.endFault('handshake-403')
  await panel(page).getByRole('button', { name: 'Try now' }).click()
  await live(page)
})

test('shows main’s figures in its table, all reachable by keyboard', async () => {
  const { page } = running
  const table = panel(page).getByRole('grid', { name: /highest figures of each minute/ })
  await expect(table.getByRole('row')).not.toHaveCount(1)
  await service.pause()
  await expect(async () => {
    const frames = await call(page, (bridge) => bridge.call.diagnostics.health())
    const minute = Math.floor(frames.at(-1)!.at / 60_000)
    const messages = frames
      .filter(({ at, stream }) => stream && Math.floor(at / 60_000) === minute)
      .map(({ stream }) => Math.round(stream!.messages))
    const last = table.getByRole('row').nth(1).getByRole('gridcell').last()
    await expect(last).toHaveText(String(Math.max(...messages)), { timeout: 1000 })
  }).toPass({ timeout: 15_000 })
  await service.resume()
  expect(await violations(page)).toEqual([])
})
