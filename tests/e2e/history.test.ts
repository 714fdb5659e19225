import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { freshUserData, launch, type RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { startOwnService } from './own-service'
import { useRecordService } from './record-service'
import { test } from './test'

const recording = (page: Page) => call(page, (bridge) => bridge.call.recording.read())

const tableOf = (page: Page, panel: string) =>
  page
    .getByRole('region', { name: `${panel} BTCUSD`, exact: true })
    .getByRole('grid')
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)))

/** Those with trades; whether a time was recorded throughout may change. */
const candlesOf = async (page: Page) =>
  (await tableOf(page, 'Chart')).filter((cells) => cells[1] !== '').map((cells) => cells.slice(0, -1))

/** The newest, without rows that say what was not recorded. */
const tradesOf = async (page: Page) =>
  (await tableOf(page, 'Trades')).filter((cells) => cells[0] !== '').slice(0, 20)

const quit = async (running: RunningApp) => {
  await running.app.evaluate(({ app }) => app.quit())
  await expect.poll(() => running.hasEnded()).toBe(true)
}

test('after a restart, the chart and the tape show what they showed, and the time between', async () => {
  const service = await startOwnService(['--client-id', 'desk', '--client-secret', 'secret'])
  const userData = await freshUserData({ offline: true, settings: { guideDone: true } })
  const first = await launch({ userData })
  await useRecordService(first.page, service, ['BTCUSD'], true)
  await expect.poll(async () => (await recording(first.page)).phase, { timeout: 30_000 }).toBe('recording')
  await expect.poll(async () => (await candlesOf(first.page)).length, { timeout: 30_000 }).toBeGreaterThan(2)
  await service.pause()
  // What was under way has arrived.
  const times = (await service.trades('BTCUSD')) as readonly { readonly executed_at: string }[]
  const sorted = times.map(({ executed_at: time }) => time.slice(0, 23).replace('T', ' ')).sort()
  const newest = sorted.at(-1)!
  const lastSecond = newest.slice(0, 19)
  await expect.poll(async () => (await tradesOf(first.page))[0]?.[0]).toBe(newest)
  await expect
    .poll(async () => (await candlesOf(first.page)).at(-1))
    .toMatchObject({
      0: `${lastSecond} UTC`,
      9: String(sorted.filter((time) => time.startsWith(lastSecond)).length)
    })
  const [candles, trades] = [await candlesOf(first.page), await tradesOf(first.page)]
  await quit(first)
  const second = await launch({ userData })
  // The last figures are shown before, without the time between.
  await expect
    .poll(async () => (await tableOf(second.page, 'Trades'))[0]?.[1], { timeout: 30_000 })
    .toMatch(/^not recorded/)
  await expect.poll(() => candlesOf(second.page), { timeout: 30_000 }).toEqual(candles)
  await expect.poll(() => tradesOf(second.page)).toEqual(trades)
  // The axis follows the service's time.
  await service.resume()
  await expect
    .poll(async () => (await tableOf(second.page, 'Chart')).map((cells) => cells.at(-1)))
    .toContain('not recorded')
  // It ends with its work, ten seconds after the last page that a panel wanted.
  await expect
    .poll(
      () =>
        second.app.evaluate(({ app }) => app.getAppMetrics().some(({ name }) => name === 'Leadline history')),
      { timeout: 40_000 }
    )
    .toBe(false)
  await second.close()
  await first.close()
  await rm(userData, { recursive: true, force: true })
  await service.close()
})
