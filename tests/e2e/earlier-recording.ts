import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { localProfile } from '#engine/connection/local'
import { logFolderOf } from '#engine/recording/location'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { writeLog } from '../integration/support/written-log'
import { LogScript } from '../unit/engine/recording/log-script'
import { FuzzRandom } from '../unit/shared/wire/fuzz/random'
import { expect } from './expect'

const second = 1000
const count = 3000

/**
 * A trade of BTCUSD each second, more than a day ago, whose sizes count them. Returns when the first one was executed.
 */
export async function recordEarlier(userData: string): Promise<number> {
  const folder = logFolderOf(path.join(userData, 'recordings'), localProfile)
  await mkdir(folder, { recursive: true })
  const script = new LogScript()
  script.now = Math.floor(Date.now() / second) * second - 30 * 3600 * second
  const from = script.now
  script
    .run()
    .subscribed()
    .snapshot([['64000', '3']], [['64001', '2']])
  for (let trade = 0; trade < count; trade++) {
    script.trade(String(64_000 + (trade % 100)), String(1 + trade)).pass(second)
    script.update([['63999', String(1 + (trade % 7))]], [])
  }
  const random = new FuzzRandom(1)
  await writeLog(folder, script.items, { random, segment: 2000, restarts: 1e9, finish: true })
  return from
}

/** Scrolls chart and tape of the desk to their ends, where the first recorded trades are. */
export async function checkEarlier(page: Page, from: number): Promise<void> {
  const rowsOf = (panel: string) =>
    page
      .getByRole('region', { name: `${panel} BTCUSD`, exact: true })
      .getByRole('grid')
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
      )
  const timeOf = (trade: number) =>
    new Date(from + trade * second).toISOString().slice(0, 19).replace('T', ' ')
  await page.getByRole('radio', { name: '1s', exact: true }).click()
  const candles = async () => (await rowsOf('Chart')).filter((cells) => cells[1] !== '')
  await expect
    .poll(
      async () => {
        await page.getByRole('application', { name: /BTCUSD/ }).press('Home')
        return (await candles())[0]?.[0]
      },
      { timeout: 30_000 }
    )
    .toBe(`${timeOf(0)} UTC`)
  // Each second has its trade.
  const shown = await candles()
  // As many decimals are shown as the market has, which depends on what is live.
  const plain = (text = '') => canonicalDecimal(text.replaceAll(',', ''))
  expect(shown.map(([time, , , , , volume]) => [time, plain(volume)])).toEqual(
    shown.map((_cells, trade) => [`${timeOf(trade)} UTC`, String(1 + trade)])
  )
  await expect
    .poll(
      async () => {
        await page.getByRole('slider', { name: 'Position in the tape' }).first().press('End')
        return (await rowsOf('Trades')).at(-1)?.slice(0, 4)
      },
      { timeout: 30_000 }
    )
    .toEqual([`${timeOf(0)}.000`, 'sell, at the bid', '64,000', '1'])
}
