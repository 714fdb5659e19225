import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { logFolderOf } from '#engine/recording/location'
import { writeLog } from '../integration/support/written-log'
import { LogScript } from '../unit/engine/recording/log-script'
import { FuzzRandom } from '../unit/shared/wire/fuzz/random'
import { freshUserData, launch, type RunningApp } from './app'
import { call } from './connections-desk'
import { startOwnService, type OwnService } from './own-service'
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

const hour = 3_600_000
const day = 24 * hour
const recordedSeconds = 3000

/** A trade each second, more than a day ago. Returns when the first one was executed. */
async function recordEarlier(userData: string, { description }: OwnService): Promise<number> {
  const service = { environment: 'local', restBase: description.base_url, clientId: 'desk' } as const
  const folder = logFolderOf(path.join(userData, 'recordings'), service)
  await mkdir(folder, { recursive: true })
  const script = new LogScript()
  script.now = Math.floor((Date.now() - 30 * hour) / 1000) * 1000
  const from = script.now
  script
    .run()
    .subscribed()
    .snapshot([['64000', '3']], [['64001', '2']])
  for (let second = 0; second < recordedSeconds; second++) {
    script.trade(String(64_000 + (second % 100)), String(1 + second))
    script.pass(1000)
    script.update([['63999', String(1 + (second % 7))]], [])
  }
  await writeLog(folder, script.items, {
    random: new FuzzRandom(1),
    segment: 4000,
    restarts: 1e9,
    finish: true
  })
  return from
}

test('after a restart, the chart and the tape show what they showed, and the time between', async () => {
  const service = await startOwnService(['--client-id', 'desk', '--client-secret', 'secret'])
  const userData = await freshUserData({ offline: true, settings: { guideDone: true } })
  const recordedFrom = await recordEarlier(userData, service)
  const first = await launch({ userData })
  /** Of what the app recorded. */
  const newCandlesOf = async (page: Page) =>
    (await candlesOf(page)).filter(([time]) => Date.parse(time!.replace(' UTC', 'Z')) > recordedFrom + day)
  await useRecordService(first.page, service, ['BTCUSD'], true)
  await expect.poll(async () => (await recording(first.page)).phase, { timeout: 30_000 }).toBe('recording')
  await expect
    .poll(async () => (await newCandlesOf(first.page)).length, { timeout: 30_000 })
    .toBeGreaterThan(5)
  await service.pause()
  // What was under way has arrived.
  const times = (await service.trades('BTCUSD')) as readonly { readonly executed_at: string }[]
  const sorted = times.map(({ executed_at: time }) => time.slice(0, 23).replace('T', ' ')).sort()
  const newest = sorted.at(-1)!
  const lastSecond = newest.slice(0, 19)
  await expect.poll(async () => (await tradesOf(first.page))[0]?.[0]).toBe(newest)
  await expect
    .poll(async () => (await newCandlesOf(first.page)).at(-1))
    .toMatchObject({
      0: `${lastSecond} UTC`,
      9: String(sorted.filter((time) => time.startsWith(lastSecond)).length)
    })
  const [candles, trades] = [await newCandlesOf(first.page), await tradesOf(first.page)]
  await quit(first)
  const second = await launch({ userData })
  await expect.poll(() => newCandlesOf(second.page), { timeout: 30_000 }).toEqual(candles)
  await expect.poll(() => tradesOf(second.page)).toEqual(trades)
  expect((await tableOf(second.page, 'Trades'))[0]![1]).toMatch(/^not recorded/)
  // The axis follows the service's time.
  await service.resume()
  await expect
    .poll(async () => (await tableOf(second.page, 'Chart')).map((cells) => cells.at(-1)))
    .toContain('not recorded')
  await second.page.getByRole('radio', { name: '1s', exact: true }).click()
  const chart = second.page.getByRole('application', { name: /BTCUSD/ })
  const oldest = new Date(recordedFrom).toISOString().slice(0, 19).replace('T', ' ')
  await expect
    .poll(
      async () => {
        await chart.press('Home')
        return (await candlesOf(second.page))[0]?.[0]
      },
      { timeout: 30_000 }
    )
    .toBe(`${oldest} UTC`)
  // Each second has its trade, also where pages meet.
  const rows = await candlesOf(second.page)
  const from = Date.parse(`${rows[0]![0]!.replace(' UTC', 'Z')}`)
  expect(rows.map(([time, , , , , volume]) => [time, volume])).toEqual(
    rows.map((_row, index) => [
      `${new Date(from + index * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
      String(1 + index)
    ])
  )
  const tape = second.page.getByRole('slider', { name: 'Position in the tape' }).first()
  await expect
    .poll(
      async () => {
        await tape.press('End')
        return (await tableOf(second.page, 'Trades')).at(-1)?.slice(0, 4)
      },
      { timeout: 30_000 }
    )
    .toEqual([`${oldest}.000`, 'sell, at the bid', '64,000', '1'])
  // It ends with its work.
  await expect
    .poll(() =>
      second.app.evaluate(({ app }) => app.getAppMetrics().some(({ name }) => name === 'Leadline history'))
    )
    .toBe(false)
  await second.close()
  await first.close()
  await rm(userData, { recursive: true, force: true })
  await service.close()
})
