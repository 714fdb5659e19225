import type { Locator, Page } from '@playwright/test'
import { startSecondService, type SecondService } from '../second-service'
import { padded, shortest } from '../second-service/spelling'
import { call } from './connections-desk'
import { expect } from './expect'
import { useOwnService } from './own-service'
import { setPanel, showMarket } from './panels'
import { sharedApp } from './shared-app'
import { test } from './test'

const watched = ['BTCUSD', 'ETHBTC', 'WEIUSD', 'NEWUSD', 'AVAX/USD', 'DOGEUSD']

let service: SecondService
const running = sharedApp({
  offline: true,
  view: 'connections',
  size: [1680, 1050],
  settings: { numbers: '1234.56', clock: 'utc' },
  between: async () => service.resume()
})
test.beforeAll(async () => {
  service = await startSecondService({ seed: 7, rate: 120 })
  await useOwnService(running.page, service, watched)
  await running.page.keyboard.press('Control+Shift+M')
  await running.page.keyboard.press('Control+1')
})
test.afterAll(() => service.close())

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const rowsOf = (shown: Locator) =>
  shown
    .getByRole('grid', { includeHidden: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').replace(/(?<=\d),(?=\d)/g, ''))
      )
    )

const short = (text: string) => {
  const plain = text.replaceAll(/[\s,\u202f\u00a0]/g, '')
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}

/** Rows by integer arithmetic. */
function ladderTruth(market: string, side: 'bids' | 'asks', step: string, count: number) {
  const scale = 18
  const whole = (text: string) => BigInt(padded(text, scale).replace('.', ''))
  const size = whole(step)
  const row = (price: bigint) => ((side === 'bids' ? price : price + size - 1n) / size) * size
  let total = 0n
  return service
    .market(market)
    .levels(side)
    .slice(0, count)
    .map(({ price, amount }) => {
      total += whole(amount)
      const shown = shortest(row(whole(price)), scale)
      return [side === 'bids' ? 'Bid' : 'Ask', shown, amount, shortest(total, scale)]
    })
}

async function ladderEquals(page: Page, market: string, step: string) {
  const book = panel(page, `Order book ${market}`)
  await setPanel(page, book, { steps: [`${market}=${step}`] })
  await expect(async () => {
    const rows = (await rowsOf(book)).map(([side, ...figures]) => [side, ...figures.slice(0, 3).map(short)])
    const of = (name: string) => rows.filter(([side]) => side === name).length
    expect(rows.length).toBeGreaterThan(10)
    expect(rows).toEqual([
      ...ladderTruth(market, 'asks', step, of('Ask')).reverse(),
      ...ladderTruth(market, 'bids', step, of('Bid'))
    ])
  }).toPass({ timeout: 20_000 })
}

const spellTrade = (milliseconds: number, price: string, amount: string) =>
  `${milliseconds} ${price} ${amount}`

/** Including duplicates. */
async function tapeEquals(page: Page, market: string) {
  const tape = panel(page, `Trades ${market}`)
  await setPanel(page, tape, { together: false })
  await expect(async () => {
    const rows = await rowsOf(tape)
    const times = rows.map(([time]) => Date.parse(`${time!.slice(0, 23).replace(' ', 'T')}Z`))
    expect(rows.length).toBeGreaterThan(5)
    const first = Math.min(...times)
    const shown = rows.flatMap(([, , price, amount], place) =>
      times[place]! > first ? [spellTrade(times[place]!, short(price!), short(amount!))] : []
    )
    const truth = service.market(market).trades.flatMap(({ executedAt, price, amount }) => {
      const time = Number(executedAt / 1_000_000n)
      return time > first ? [spellTrade(time, price, amount)] : []
    })
    expect(shown.sort()).toEqual(truth.sort())
  }).toPass({ timeout: 20_000 })
}

const bestShown = async (page: Page) => {
  const rows = await page
    .getByRole('region', { name: 'Books by state and age' })
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th,td')].map((cell) => cell.textContent))
    )
  return rows.flatMap(([market, state, bid, ask]) =>
    watched.includes(market ?? '') ? [[market, state, short(bid ?? ''), short(ask ?? '')]] : []
  )
}

test('shows every book live with the service’s best prices, including an empty one', async () => {
  const { page } = running
  service.step(60, 'NEWUSD')
  await page.keyboard.press('Control+Shift+D')
  await expect
    .poll(async () => (await bestShown(page)).map(([, state]) => state), { timeout: 30_000 })
    .toEqual(watched.map(() => 'Live'))
  service.pause()
  const best = (market: string, side: 'bids' | 'asks') => service.market(market).levels(side)[0]!.price
  const truth = watched.map((market) => [market, 'Live', best(market, 'bids'), best(market, 'asks')])
  await expect
    .poll(async () => (await bestShown(page)).toSorted(), { timeout: 20_000 })
    .toEqual(truth.toSorted())
  await page.keyboard.press('Control+Shift+M')
})

for (const [market, step] of [
  ['BTCUSD', '0.01'],
  ['ETHBTC', '0.00001'],
  ['WEIUSD', '0.0000001']
] as const) {
  test(`matches the service’s ladder and tape of ${market}`, async () => {
    const { page } = running
    await showMarket(page, market)
    service.step(200, market)
    service.pause()
    await ladderEquals(page, market, step)
    await tapeEquals(page, market)
    service.step(100, market)
    service.pause()
    await ladderEquals(page, market, step)
    await tapeEquals(page, market)
  })
}

/** Candles by second. */
function candlesOf(market: string, scale: { readonly price: number; readonly amount: number }) {
  const whole = (text: string, digits: number) => BigInt(padded(text, digits).replace('.', ''))
  const seconds = new Map<string, { at: bigint; price: bigint; amount: bigint }[]>()
  for (const { executedAt, price, amount } of service.market(market).trades) {
    const second = new Date(Number(executedAt / 1_000_000n)).toISOString().slice(0, 19).replace('T', ' ')
    const trade = { at: executedAt, price: whole(price, scale.price), amount: whole(amount, scale.amount) }
    seconds.set(second, [...(seconds.get(second) ?? []), trade])
  }
  return new Map(
    [...seconds].map(([second, trades]) => {
      trades.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
      const prices = trades.map(({ price }) => price)
      const sorted = prices.toSorted((one, other) => (one < other ? -1 : 1))
      const volume = trades.reduce((sum, { amount }) => sum + amount, 0n)
      const figures = [prices[0]!, sorted.at(-1)!, sorted[0]!, prices.at(-1)!].map((price) =>
        shortest(price, scale.price)
      )
      return [second, [...figures, shortest(volume, scale.amount), String(trades.length)]]
    })
  )
}

test('builds candles from late and unordered trades', async () => {
  const { page } = running
  await showMarket(page, 'BTCUSD')
  const chart = panel(page, 'Chart BTCUSD')
  await chart.getByRole('radio', { name: '1s', exact: true }).click()
  const whole = async () =>
    (await rowsOf(chart)).filter((cells) => cells.at(-1) === 'in full' && cells[1] !== '')
  await expect.poll(async () => (await whole()).length, { timeout: 40_000 }).toBeGreaterThan(5)
  service.pause()
  await expect(async () => {
    const truth = candlesOf('BTCUSD', { price: 2, amount: 8 })
    // Skips the partial first second.
    const shown = (await whole())
      .slice(1)
      .map((cells) => [cells[0]!.slice(0, 19), ...[...cells.slice(1, 6), cells[9]!].map(short)])
    expect(shown.length).toBeGreaterThan(4)
    expect(shown).toEqual(shown.map(([second]) => [second, ...(truth.get(second!) ?? [])]))
  }).toPass({ timeout: 20_000 })
})

test('restores the books after a closed socket', async () => {
  const { page } = running
  await showMarket(page, 'BTCUSD')
  await expect(panel(page, 'Order book BTCUSD')).not.toHaveAttribute('data-quiet')
  service.beginFault('drop')
  await expect(panel(page, 'Order book BTCUSD')).toHaveAttribute('data-quiet', '', { timeout: 10_000 })
  service.endFault('drop')
  await expect(panel(page, 'Order book BTCUSD')).not.toHaveAttribute('data-quiet', { timeout: 40_000 })
  service.step(100, 'BTCUSD')
  service.pause()
  await ladderEquals(page, 'BTCUSD', '0.01')
  const { counts } = await call(page, (bridge) => bridge.call.diagnostics.stream())
  expect(counts.unknownChannel).toBeGreaterThan(0)
  expect(counts.unknownBookType).toBeGreaterThan(0)
})
