import type { Locator, Page } from '@playwright/test'
import { maxLevels } from '#shared/contract/market/markets'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { expect } from './expect'
import { startOwnService, useOwnService, type OwnService } from './own-service'
import { setPanel } from './panels'
import { sharedApp } from './shared-app'
import { test } from './test'

interface Level {
  readonly price: string
  readonly amount: string
}
interface TradeTruth extends Level {
  readonly executed_at: string
}

const running = sharedApp({
  offline: true,
  view: 'connections',
  settings: { staleAfter: 3 },
  size: [1680, 1050],
  between: () => Promise.resolve()
})
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService()
  const { page } = running
  await useOwnService(page, service, ['BTCUSD'])
  await page.keyboard.press('Control+Shift+M')
})
test.beforeEach(async () => {
  const { page } = running
  await page.mouse.move(0, 0)
  await service.resume()
  await expect(panel(page, 'Trades')).not.toHaveAttribute('data-quiet')
})
test.afterAll(() => service.close())

const panel = (page: Page, title: string) =>
  page.getByRole('region', { name: `${title} BTCUSD`, exact: true })

const set = (page: Page, title: string, settings: Record<string, string | number | boolean>) =>
  setPanel(page, panel(page, title), settings)

/** As assistive technology reads it. */
const rowsOf = (shown: Locator) =>
  shown
    .getByRole('grid')
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.textContent?.replace(/^≥ |(?<=\d),(?=\d)/g, ''))
      )
    )

/** Newest first. */
async function tradesTruth(count: number) {
  const all = (await service.trades('BTCUSD')) as TradeTruth[]
  return all
    .map(({ executed_at, price, amount }) => ({ at: executed_at, price, amount }))
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .slice(0, count)
    .map(({ at, price, amount }) => [
      at.slice(0, 23).replace('T', ' '),
      canonicalDecimal(price),
      canonicalDecimal(amount)
    ])
}

async function tradesShown(page: Page) {
  const rows = await rowsOf(panel(page, 'Trades'))
  return rows.map(([time, , price, size]) => [
    time,
    canonicalDecimal(price ?? ''),
    canonicalDecimal(size ?? '')
  ])
}

/** Cents and 10^-8, independent of the tested code. */
const whole = (text: string, places: number) => {
  const [units = '', fraction = ''] = text.split('.')
  return BigInt(units + fraction.padEnd(places, '0'))
}

/** Null if the levels sent end before the edge. */
function sums(levels: readonly Level[], within: (price: bigint) => bigint) {
  const lastSent = levels.length > maxLevels ? levels[maxLevels - 1]! : null
  if (lastSent && within(whole(lastSent.price, 2)) > 0n) return [null, null]
  let size = 0n
  let cost = 0n
  for (const { price, amount } of levels) {
    const cents = whole(price, 2)
    if (within(cents) < 0n) continue
    size += whole(amount, 8)
    cost += cents * whole(amount, 8)
  }
  return [size, cost]
}

/** Expected rows by distance in percent. */
async function depthTruth(distances: readonly string[]) {
  const { bids, asks } = (await service.book('BTCUSD')) as { bids: Level[]; asks: Level[] }
  const twice = whole(bids[0]!.price, 2) + whole(asks[0]!.price, 2)
  return distances.map((distance) => {
    const millionths = whole(distance, 6)
    const hundred = 100_000_000n
    return [
      ...sums(bids, (price) => price * 2n * hundred - twice * (hundred - millionths)),
      ...sums(asks, (price) => twice * (hundred + millionths) - price * 2n * hundred)
    ]
  })
}

async function depthShown(page: Page) {
  const rows = await rowsOf(panel(page, 'Depth'))
  return {
    distances: rows.map(([distance]) => distance ?? ''),
    figures: rows.map((cells) =>
      [2, 3, 5, 6].map((cell, index) =>
        cells[cell] === 'not known' ? null : whole(cells[cell] ?? '', index % 2 === 0 ? 8 : 10)
      )
    )
  }
}

async function equalsTheService(page: Page) {
  await expect(async () => {
    const shown = await tradesShown(page)
    expect(shown.length).toBeGreaterThan(10)
    expect(shown).toEqual(await tradesTruth(shown.length))
    const { distances, figures } = await depthShown(page)
    expect(distances.length).toBeGreaterThan(5)
    expect(figures.at(-1)!.every((figure) => figure === null || figure > 0n)).toBe(true)
    expect(figures).toEqual(await depthTruth(distances))
  }).toPass({ timeout: 15_000 })
}

test('matches the service’s trades and depth after every market step', async () => {
  const { page } = running
  await set(page, 'Trades', { together: false })
  await service.pause()
  await service.step(600, 'BTCUSD')
  await equalsTheService(page)
  const before = await tradesShown(page)
  await service.step(300, 'BTCUSD')
  await equalsTheService(page)
  expect(await tradesShown(page)).not.toEqual(before)
  await set(page, 'Depth', { span: '0.05' })
  await equalsTheService(page)
  await expect(panel(page, 'Depth').getByRole('grid').locator('tbody tr').last()).toContainText('0.05')
})

test('pauses under the pointer, counts waiting trades, and resumes', async () => {
  const { page } = running
  const tape = panel(page, 'Trades')
  await expect.poll(async () => (await rowsOf(tape)).length).toBeGreaterThan(15)
  const box = (await tape.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const waiting = tape.getByRole('button', { name: /waiting/ })
  await expect(waiting).toBeVisible()
  const count = async () => Number((await waiting.textContent())!.replaceAll(/\D/g, ''))
  // A running tape changes between reads.
  let held: unknown = null
  await expect(async () => {
    const before = held
    held = await rowsOf(tape)
    expect(held).toEqual(before)
    expect(await count()).toBeGreaterThan(5)
  }).toPass({ intervals: [1500], timeout: 15_000 })
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(waiting).toHaveCount(0)
  await expect.poll(() => rowsOf(tape)).not.toEqual(held)
  await page.mouse.move(box.x - 200, box.y + 200)
  await tape.getByRole('slider', { name: 'Position in the tape' }).focus()
  await page.keyboard.press('Space')
  await expect(waiting).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const said = tape.getByRole('slider', { name: 'Position in the tape' })
  await expect(said).toHaveAttribute(
    'aria-valuetext',
    /^\d\d:\d\d:\d\d\.\d{3}, (buy|sell|unknown).*price .*size /
  )
  await page.keyboard.press('Space')
  await expect(waiting).toHaveCount(0)
})

test('moves along the levels by keyboard and shows the cost to reach each', async () => {
  const { page } = running
  await service.pause()
  await equalsTheDepth(page)
  const cursor = panel(page, 'Depth').getByRole('slider', { name: 'Price in the book' })
  await cursor.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const { bids, asks } = (await service.book('BTCUSD')) as { bids: Level[]; asks: Level[] }
  const price = (level: Level) => level.price.replace(/\B(?=(\d{3})+\.)/, ',').replace(/\.(\d)$/, '.$10')
  await expect(cursor).toHaveAttribute('aria-valuetext', new RegExp(`^Ask ≤ ${price(asks[2]!)}, Size`))
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  await expect(cursor).toHaveAttribute('aria-valuetext', new RegExp(`^Bid ≥ ${price(bids[1]!)}, Size`))
  await page.keyboard.press('Escape')
  await expect(cursor).toHaveAttribute('aria-valuetext', 'no price')
})

async function equalsTheDepth(page: Page) {
  await expect(async () => {
    const { distances, figures } = await depthShown(page)
    expect(figures).toEqual(await depthTruth(distances))
  }).toPass({ timeout: 15_000 })
}

test('mutes both panels when the socket closes, and shows the gap', async () => {
  const { page } = running
  const panels = [panel(page, 'Trades'), panel(page, 'Depth')]
  for (const one of panels) await expect(one).not.toHaveAttribute('data-quiet')
  // A gap is shown between trades.
  await expect
    .poll(async () => {
      await service.step(1, 'BTCUSD')
      return rowsOf(panels[0]!)
    })
    .not.toEqual([])
  await service.simulateFault('drop')
  await Promise.all(panels.map((one) => expect(one).toHaveAttribute('data-quiet', '')))
  for (const one of panels) await expect(one.getByText('Live', { exact: true })).toHaveCount(0)
  await service.pause()
  await service.endFault('drop')
  for (const one of panels) await expect(one).not.toHaveAttribute('data-quiet', '', { timeout: 30_000 })
  // Gaps without trades are merged. One step at a time, because the table has only the rows in view.
  await expect
    .poll(async () => {
      await service.step(1, 'BTCUSD')
      return (await rowsOf(panels[0]!)).map((cells) => cells.join(' ').trim()).join('\n')
    })
    .toMatch(/^(\d+ interruptions, )?not recorded [\d.]+ m?s$/m)
})
