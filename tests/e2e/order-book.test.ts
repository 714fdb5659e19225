import type { Page } from '@playwright/test'
import { canonicalDecimal, formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { call } from './connections-desk'
import { expect } from './expect'
import { startOwnService, useOwnService, type OwnService } from './own-service'
import { readWorkspaces, setPanel } from './panels'
import { sharedApp } from './shared-app'
import { test } from './test'

const market = 'BTCUSD'

const running = sharedApp({
  offline: true,
  view: 'connections',
  settings: { motion: 'full' },
  size: [1680, 1050],
  between: () => Promise.resolve()
})
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService()
  const { page } = running
  await useOwnService(page, service, [market])
  await page.keyboard.press('Control+Shift+M')
})
test.beforeEach(async () => {
  const { page } = running
  await page.mouse.move(0, 0)
  await service.resume()
  await expect(panel(page)).not.toHaveAttribute('data-quiet', { timeout: 20_000 })
  // Starts ungrouped.
  await setPanel(page, panel(page), { steps: [] })
  await service.pause()
})
test.afterAll(() => service.close())

const panel = (page: Page) => page.getByRole('region', { name: `Order book ${market}` })
const ladder = (page: Page) => panel(page).getByRole('slider', { name: 'Ladder row' })

type Line = readonly [side: string, price: string, size: string, total: string]

/** As assistive technology reads it. */
const shown = async (page: Page): Promise<readonly Line[]> => {
  const cells = await panel(page)
    .getByRole('grid', { includeHidden: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')]
          .slice(0, 4)
          .map((cell) => (cell.textContent ?? '').replaceAll(',', ''))
      )
    )
  return cells.map(([side = '', ...figures]) => {
    const [price = '', size = '', total = ''] = figures.map((text) => canonicalDecimal(text) ?? text)
    return [side, price, size, total]
  })
}
const prices = async (page: Page) => (await shown(page)).map(([, price]) => price)

/** Merged rows by integer arithmetic: bids down, asks up. */
function merged(levels: readonly { price: string; amount: string }[], step: string, up: boolean) {
  const scale = 12
  const units = (text: string) => {
    const { units: own, scale: from } = parseDecimal(text)!
    return own * 10n ** BigInt(scale - from)
  }
  const text = (value: bigint) => canonicalDecimal(formatDecimal({ units: value, scale }))!
  const size = units(step)
  const rows: { price: bigint; amount: bigint; total: bigint }[] = []
  for (const { price, amount } of levels) {
    const at = up ? ((units(price) + size - 1n) / size) * size : (units(price) / size) * size
    const before = rows.at(-1)
    const total = (before?.total ?? 0n) + units(amount)
    if (before?.price === at) Object.assign(before, { amount: before.amount + units(amount), total })
    else rows.push({ price: at, amount: units(amount), total })
  }
  return rows.map(({ price, amount, total }) => [text(price), text(amount), text(total)] as const)
}

interface TrueLevel {
  readonly price: string
  readonly amount: string
}
const truth = async () =>
  (await service.book(market)) as { readonly bids: readonly TrueLevel[]; readonly asks: readonly TrueLevel[] }

/** Around the middle. */
async function expected(step: string, each: { asks: number; bids: number }): Promise<readonly Line[]> {
  const { bids, asks } = await truth()
  return [
    ...merged(asks, step, true)
      .slice(0, each.asks)
      .map((row): Line => ['Ask', ...row])
      .reverse(),
    ...merged(bids, step, false)
      .slice(0, each.bids)
      .map((row): Line => ['Bid', ...row])
  ]
}

async function equalsTheService(page: Page, step: string) {
  await expect(async () => {
    const rows = await shown(page)
    const of = (name: string) => rows.filter(([side]) => side === name).length
    expect(rows.length).toBeGreaterThan(10)
    expect(rows).toEqual(await expected(step, { asks: of('Ask'), bids: of('Bid') }))
  }).toPass({ timeout: 15_000 })
}

const focus = (page: Page) => ladder(page).focus()

test('shows exactly the service’s levels at every step', async () => {
  const { page } = running
  await equalsTheService(page, '0.01')
  await focus(page)
  for (const step of ['0.02', '0.05', '0.1', '0.2', '0.5', '1']) {
    await page.keyboard.press('+')
    if (step !== '0.1' && step !== '0.2') await equalsTheService(page, step)
  }
  await service.step(600, market)
  await equalsTheService(page, '1')
  await page.keyboard.press('-')
  await equalsTheService(page, '0.5')
  // Steps are saved per market.
  const { all } = await readWorkspaces(page)
  const kept = Object.values(all[0]!.panels).find(({ kind }) => kind === 'book')!.settings['steps']
  expect(kept).toEqual([`${market}=0.5`])
})

test('keeps prices in place under the pointer, and catches up afterwards', async () => {
  const { page } = running
  await equalsTheService(page, '0.01')
  const box = (await ladder(page).boundingBox())!
  await page.mouse.move(box.x + 80, box.y + 60)
  await expect(panel(page).getByText('Held')).toBeVisible()
  const before = await prices(page)
  const sizes = (await shown(page)).map(([, , size]) => size)
  await service.step(1500, market)
  await expect.poll(async () => (await shown(page)).map(([, , size]) => size)).not.toEqual(sizes)
  await expect(panel(page).getByText(/middle [▲▼]/)).toBeVisible()
  await expect(async () => {
    const { bids, asks } = await truth()
    const resting = new Map(
      [...bids, ...asks].map(({ price, amount }) => [canonicalDecimal(price)!, canonicalDecimal(amount)!])
    )
    for (const [, price, size] of await shown(page))
      expect([price, size]).toEqual([price, resting.get(price) ?? '–'])
  }).toPass()
  expect(await prices(page)).toEqual(before)
  await page.mouse.move(box.x - 200, box.y + 60)
  await equalsTheService(page, '0.01')
})

test('scrolls away and returns to the middle with R or a double click', async () => {
  const { page } = running
  await equalsTheService(page, '0.01')
  const box = (await ladder(page).boundingBox())!
  await focus(page)
  for (const back of ['key', 'click'] as const) {
    const home = await prices(page)
    await page.mouse.move(box.x + 80, box.y + 60)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => prices(page)).not.toEqual(home)
    await page.mouse.move(box.x - 200, box.y + 60)
    await expect(panel(page).getByText('Scrolled away from the mid')).toBeVisible()
    const away = await prices(page)
    await service.step(40, market)
    expect(away.filter((price) => home.includes(price)).length).toBeLessThan(home.length)
    if (back === 'key') await page.keyboard.press('r')
    else {
      await page.mouse.dblclick(box.x + 80, box.y + 60)
      await page.mouse.move(box.x - 200, box.y + 60)
    }
    await expect(panel(page).getByText('Scrolled away from the mid')).toHaveCount(0)
    await equalsTheService(page, '0.01')
  }
})

test('moves through rows by keyboard, shows costs, and sets an alert', async () => {
  const { page } = running
  await equalsTheService(page, '0.01')
  // From panel to panel and into the rows.
  const hasFocus = () => page.evaluate(() => document.activeElement?.querySelector('section')?.ariaLabel)
  await expect(async () => {
    await page.keyboard.press('F6')
    expect(await hasFocus()).toBe('Order book BTCUSD')
  }).toPass()
  await page.keyboard.press('ArrowDown')
  await expect(ladder(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  const { asks } = await truth()
  const [first, second] = asks
  const units = (text: string, scale: number) =>
    parseDecimal(text)!.units * 10n ** BigInt(scale - parseDecimal(text)!.scale)
  const cost = [first!, second!].reduce(
    (sum, { price, amount }) => sum + units(price, 8) * units(amount, 8),
    0n
  )
  // Rounded half up.
  const cents = (cost + 5n * 10n ** 13n) / 10n ** 14n
  const costText = formatDecimal({ units: cents, scale: 2 })
  const said = ladder(page)
  await expect
    .poll(async () => ((await said.getAttribute('aria-valuetext')) ?? '').replaceAll(',', ''))
    .toContain(`Cost ${costText} USD`)
  await page.keyboard.press('a')
  await expect
    .poll(async () =>
      (await call(page, (bridge) => bridge.call.alerts.read())).alerts.map(({ condition }) => condition)
    )
    .toEqual([expect.objectContaining({ kind: 'price', market, price: canonicalDecimal(second!.price) })])
  await page.keyboard.press('Escape')
  await expect(said).toHaveAttribute('aria-valuetext', 'No row')
})

/** Pixels in the colors of live bars. */
const liveInk = (page: Page, colours: readonly string[]) =>
  ladder(page)
    .locator('canvas')
    .evaluate((source: HTMLCanvasElement, wanted) => {
      const copy = new OffscreenCanvas(source.width, source.height)
      const context = copy.getContext('2d', { willReadFrequently: true })!
      context.drawImage(source, 0, 0)
      const { data } = context.getImageData(0, 0, copy.width, copy.height)
      let count = 0
      for (let at = 0; at < data.length; at += 4) {
        const hex = [0, 1, 2].map((part) => data[at + part]!.toString(16).padStart(2, '0')).join('')
        if (wanted.includes(`#${hex}`)) count += 1
      }
      return count
    }, colours)

test('shows the cost of a size, from all levels in any step', async () => {
  const { page } = running
  await setPanel(page, panel(page), { cost: true, sizes: [`${market}=3 base`], steps: [`${market}=5`] })
  const { bids, asks } = await truth()
  const scale = 8
  const units = (text: string) => {
    const { units: own, scale: from } = parseDecimal(text)!
    return own * 10n ** BigInt(scale - from)
  }
  const wanted = units('3')
  const averageOf = (levels: readonly TrueLevel[]) => {
    let [left, cost] = [wanted, 0n]
    for (const { price, amount } of levels) {
      const taken = units(amount) < left ? units(amount) : left
      left -= taken
      cost += taken * units(price)
    }
    expect(left).toBe(0n)
    // To the nearest cent.
    const cents = (2n * cost + wanted * 10n ** 6n) / (2n * wanted * 10n ** 6n)
    return formatDecimal({ units: cents, scale: 2 })
  }
  const cells = panel(page)
    .getByRole('row', { name: /^Average/ })
    .getByRole('cell')
  const shownCosts = async () => (await cells.allInnerTexts()).map((text) => text.replaceAll(',', ''))
  await expect.poll(shownCosts).toEqual([averageOf(asks), averageOf(bids)])
  await setPanel(page, panel(page), { cost: false })
})

test('mutes the ladder when the socket closes', async () => {
  const { page } = running
  const names = ['--bid', '--ask', '--bid-wash', '--ask-wash']
  const colours = await page.evaluate(
    (all) => all.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()),
    names
  )
  await equalsTheService(page, '0.01')
  expect(await liveInk(page, colours)).toBeGreaterThan(1000)
  await service.simulateFault('drop')
  await expect(panel(page)).toHaveAttribute('data-quiet', '')
  await expect.poll(() => liveInk(page, colours)).toBe(0)
  await service.step(300, market)
  await service.endFault('drop')
  await expect(panel(page)).not.toHaveAttribute('data-quiet', { timeout: 45_000 })
  await equalsTheService(page, '0.01')
  expect(await liveInk(page, colours)).toBeGreaterThan(1000)
})
