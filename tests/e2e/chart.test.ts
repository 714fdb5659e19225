import type { Page } from '@playwright/test'
import { ready } from './app'
import { expect } from './expect'
import { setPanel, showMarket } from './panels'
import { startOwnService, useOwnService, type OwnService } from './own-service'
import { sharedApp } from './shared-app'
import { test } from './test'

interface TradeTruth {
  readonly executed_at: string
  readonly price: string
  readonly amount: string
}

const running = sharedApp({ offline: true, view: 'connections', size: [1680, 1050] })
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService()
})
test.beforeEach(async () => {
  const { page } = running
  await service.resume()
  await useOwnService(page, service, ['BTCUSD'])
  await page.keyboard.press('Control+Shift+M')
  await expect(chart(page)).not.toHaveAttribute('data-quiet')
})
test.afterAll(() => service.close())

const chart = (page: Page) => page.getByRole('region', { name: 'Chart BTCUSD', exact: true })
const drawn = (page: Page) => chart(page).getByRole('application')

/** The table behind the canvas without its note. */
const rowsOf = (page: Page) =>
  chart(page)
    .getByRole('grid')
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.textContent?.replace(/(?<=\d),(?=\d)/g, ''))
      )
    )

const timeOf = (text: string | null | undefined) => Date.parse(`${text?.slice(0, 19).replace(' ', 'T')}Z`)
const pointedTime = (page: Page) => chart(page).locator('.legend.pointed .when dd')

const wholeRows = async (page: Page) =>
  (await rowsOf(page)).filter((cells) => cells.at(-1) === 'in full' && cells[1] !== '')

const digits = { price: 12, amount: 12 } as const
function units(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

/** From the service's trades, independent of the tested code. */
function candlesOf(trades: readonly TradeTruth[]): Map<string, readonly bigint[]> {
  const seconds = new Map<string, TradeTruth[]>()
  for (const trade of trades) {
    const second = trade.executed_at.slice(0, 19).replace('T', ' ')
    seconds.set(second, [...(seconds.get(second) ?? []), trade])
  }
  return new Map(
    [...seconds].map(([second, within]) => {
      const inOrder = within.toSorted((one, other) => (one.executed_at < other.executed_at ? -1 : 1))
      const prices = inOrder.map(({ price }) => units(price, digits.price))
      const volume = inOrder.reduce((sum, { amount }) => sum + units(amount, digits.amount), 0n)
      const sorted = prices.toSorted((one, other) => (one < other ? -1 : 1))
      return [
        `${second} UTC`,
        [prices[0]!, sorted.at(-1)!, sorted[0]!, prices.at(-1)!, volume, BigInt(inOrder.length)]
      ]
    })
  )
}

test('builds candles from the trades, with keyboard access', async () => {
  const { page } = running
  await chart(page).getByRole('radio', { name: '1s', exact: true }).click()
  await expect(drawn(page)).toHaveAccessibleName('Chart BTCUSD, 1s candles')
  await expect.poll(async () => (await wholeRows(page)).length, { timeout: 30_000 }).toBeGreaterThan(5)
  await service.pause()

  const truth = candlesOf((await service.trades('BTCUSD')) as TradeTruth[])
  // Skips the first second, which is partial.
  const figures = async () =>
    (await wholeRows(page)).slice(1).map((cells) => {
      const prices = cells.slice(1, 5).map((text) => units(text!, digits.price))
      const [volume, buys, sells, unknown] = cells.slice(5, 9).map((text) => units(text!, digits.amount))
      expect(buys! + sells! + unknown!).toBe(volume)
      return { time: cells[0]!, figures: [...prices, volume!, BigInt(cells[9]!)].join(' ') }
    })
  const newest = [...truth.keys()].sort().at(-1)!
  await expect.poll(async () => (await figures()).at(-1)?.time).toBe(newest)
  const expected = (shown: readonly { readonly time: string }[]) =>
    shown.map(({ time }) => ({ time, figures: truth.get(time)?.join(' ') }))
  await expect
    .poll(async () => {
      const shown = await figures()
      return JSON.stringify(shown) === JSON.stringify(expected(shown)) ? 'equal' : shown
    })
    .toBe('equal')

  // The volume profile of the session is read from the recording, and has all that was traded.
  await setPanel(page, chart(page), { profile: 'session' })
  await expect
    .poll(async () => {
      const rows = (await rowsOf(page)).filter((cells) => cells[1] !== '')
      const traded = rows.reduce((sum, cells) => sum + units(cells[5]!, digits.amount), 0n)
      return units(rows.at(-1)!.at(-2)!, digits.amount) === traded
    })
    .toBe(true)
  await setPanel(page, chart(page), { profile: 'off' })

  await drawn(page).focus()
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp'])
    await page.keyboard.press(key)
  await page.keyboard.press('a')
  await expect.poll(() => priceAlerts(page)).toEqual([{ market: 'BTCUSD', armed: true }])
  // The announcement comes once the window has the line.
  await expect(page.getByText(/^Alert at \S+ added\.$/)).toBeAttached()
  await page.keyboard.press('Delete')
  await expect.poll(() => priceAlerts(page)).toEqual([])
  // Undo restores the alert.
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => priceAlerts(page)).toEqual([{ market: 'BTCUSD', armed: true }])
  await drawn(page).focus()
  await page.keyboard.press('Escape')

  // Follows the market until the user scrolls.
  const goLive = chart(page).getByRole('button', { name: 'Go live' })
  await expect(goLive).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(goLive).toBeVisible()
  await page.keyboard.press('g')
  await expect(goLive).toHaveCount(0)

  // A market that is compared with can become that of the chart.
  await setPanel(page, chart(page), { compare: 'ETHUSD' })
  await expect(chart(page).locator('.legend')).toContainText('ETHUSD')
  await showMarket(page, 'ETHUSD')
  await expect(page.getByRole('region', { name: 'Chart ETHUSD', exact: true })).toBeVisible()
  await showMarket(page, 'BTCUSD')
  await setPanel(page, chart(page), { compare: null })
  await drawn(page).focus()

  // Every interval.
  for (const [index, interval] of ['1s', '5s', '15s', '1m', '5m', '15m', '1h', '4h', '1d'].entries()) {
    await page.keyboard.press(String(index + 1))
    await expect(chart(page).getByRole('radio', { name: interval, exact: true })).toBeChecked()
    await expect
      .poll(async () => (await rowsOf(page)).filter((cells) => cells[1] !== '').length)
      .toBeGreaterThan(0)
  }
  await expect
    .poll(async () => (await rowsOf(page)).filter((cells) => cells[1] !== '')[0]?.[0])
    .toMatch(/ 00:00:00 UTC$/)
})

test('shows unwatched time as a gap and mutes data that is not live', async () => {
  const { page } = running
  await chart(page).getByRole('radio', { name: '1s', exact: true }).click()
  await expect.poll(async () => (await wholeRows(page)).length, { timeout: 30_000 }).toBeGreaterThan(1)
  await page.evaluate(() => window.leadline!.call.connections.disconnect())
  await expect(chart(page)).toHaveAttribute('data-quiet')
  const left = Date.now()
  await expect.poll(() => Date.now() - left, { timeout: 10_000 }).toBeGreaterThan(5000)
  // The axis stopped.
  await drawn(page).focus()
  await page.keyboard.press('f')
  for (let place = 0; place < 12; place += 1) await page.keyboard.press('Shift+ArrowRight')
  await expect(pointedTime(page)).toHaveText(/ UTC$/)
  const end = timeOf(await pointedTime(page).textContent())
  expect(end).toBeLessThanOrEqual(left)
  expect(end).toBeGreaterThan(left - 60_000)
  await page.keyboard.press('Escape')
  const id = await page.evaluate(async () => {
    const all = await window.leadline!.call.connections.read()
    return all.ok ? all.value.profiles.find(({ name }) => name === 'Own service')!.id : ''
  })
  await page.evaluate((wanted) => window.leadline!.call.connections.connect({ id: wanted }), id)
  await expect
    .poll(async () => (await rowsOf(page)).some((cells) => cells.at(-1) === 'not recorded'), {
      timeout: 20_000
    })
    .toBe(true)
  // The newest candle is visible.
  await expect(chart(page)).not.toHaveAttribute('data-quiet')
  await expect(chart(page).getByRole('button', { name: 'Go live' })).toHaveCount(0)
  await expect
    .poll(async () => {
      const newest = (await rowsOf(page)).filter((cells) => cells[1] !== '').at(-1)?.[0]
      return Date.now() - timeOf(newest)
    })
    .toBeLessThan(10_000)
})

const priceAlerts = (page: Page) =>
  page.evaluate(async () => {
    const alerts = await window.leadline!.call.alerts.read()
    if (!alerts.ok) throw new Error(alerts.error.sentence)
    return alerts.value.alerts.flatMap(({ condition, armed }) =>
      condition.kind === 'price' ? [{ market: condition.market, armed }] : []
    )
  })

test('shares drawings between windows, with one undo', async () => {
  const { page, app } = running
  await chart(page).getByRole('radio', { name: '1s', exact: true }).click()
  await expect.poll(async () => (await wholeRows(page)).length, { timeout: 30_000 }).toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Delete all drawings' }).waitFor()
  await drawn(page).focus()
  for (const key of ['Alt+H', 'ArrowLeft', 'ArrowUp', 'Enter', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('textbox', { name: 'Text' }).fill('Overnight high')
  await page.keyboard.press('Enter')
  await expect(drawn(page)).toBeFocused()
  const name = /^Horizontal line at .*: Overnight high, selected\./

  const appeared = app.waitForEvent('window')
  await page.evaluate(async () => {
    const state = await window.leadline!.call.workspaces.read()
    if (state.ok) await window.leadline!.call.windows.openWorkspace({ workspace: state.value.all[0]!.id })
  })
  const other = await appeared
  await ready(other)
  await expect(chart(other)).not.toHaveAttribute('data-quiet')
  await drawn(other).focus()
  await expect
    .poll(async () => {
      await other.keyboard.press('d')
      return other.getByText(name).count()
    })
    .toBe(1)
  const levels = () =>
    page.evaluate(async () => {
      const state = await window.leadline!.call.drawings.read({ market: 'BTCUSD' })
      return state.ok ? state.value.drawings.map(({ anchors, text }) => [anchors[0]!.price, text]) : []
    })
  const [[before]] = (await levels()) as [[string, string]]
  await other.keyboard.press('Shift+ArrowUp')
  await expect.poll(async () => (await levels())[0]?.[0]).not.toBe(before)
  // The first window undoes what the second did, then its own changes.
  await drawn(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(levels).toEqual([[before, 'Overnight high']])
  await page.keyboard.press('Control+z')
  await expect.poll(levels).toEqual([[before, '']])
  await page.keyboard.press('Control+z')
  await expect.poll(levels).toEqual([])
  await other.keyboard.press('Control+Shift+z')
  await expect.poll(levels).toEqual([[before, '']])
  const closed = other.waitForEvent('close')
  // The window may end before the call returns.
  await other.evaluate(() => window.leadline!.call.windows.close()).catch(() => null)
  await closed
})
