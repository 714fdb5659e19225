import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { readFillCosts } from '#engine/recording/analysis/fill-costs'
import { readFills, type Fill } from '#engine/recording/analysis/read-fills'
import { removeDays } from '#engine/recording/catalog/remove-days'
import { markoutTimes, type FillCost, type FillCosts } from '#shared/contract/recording/analysis'
import { Segment } from '#engine/recording/log/segment'
import { formatTime } from '#shared/domain/base/time'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems } from '../../../../integration/support/straight-play'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { began, chaosLog, market, staleAfter, writeAndSeal } from './chaos-log'
import {
  lengthOf,
  plain,
  rounded,
  shownPoints,
  shownPrice,
  slippage,
  Truth,
  units,
  type Stretch
} from './oracle'

const second = 1_000_000_000n
const million = 1_000_000n
const interval = 60n * second
const after = 300n * second
const signal = new AbortController().signal

let log: string
let truth: Truth
let fills: readonly Fill[]
let costs: FillCosts

/** Of a log without gaps. */
class CalmRandom extends FuzzRandom {
  override chance(oneIn: number): boolean {
    return oneIn < 60 && super.chance(oneIn)
  }
}

/** Fills at the times of recorded trades and between them, some of one order, some far from the market. */
function csvOf(random: FuzzRandom): string {
  const lines = ['Time,Side,Price,Amount,ID']
  for (let count = 0; count < 60; count++) {
    const trade = truth.trades[random.below(truth.trades.length)]!
    const isOwn = random.chance(2)
    const moment = truth.moments[random.below(truth.moments.length)]!
    // Some exactly when a book arrives, which then does not count.
    const at = isOwn
      ? trade.executed
      : random.chance(3)
        ? moment.at
        : began + BigInt(random.below(4000)) * second + BigInt(random.below(1e9))
    const price = isOwn ? trade.price : trade.price + BigInt(random.below(4000) - 2000) * 10n ** 16n
    const amount = isOwn ? plain(trade.amount) : String(1 + random.below(60))
    const side = random.chance(2) ? 'buy' : 'SELL'
    lines.push(
      [formatTime(at), side, plain(price), amount, random.chance(3) ? `order ${count % 4}` : ''].join(',')
    )
  }
  return `${lines.join('\n')}\n`
}

const read = (name = 'fills.csv') => costsOf(log, path.join(path.dirname(log), name))

async function costsOf(folder: string, file: string): Promise<FillCosts> {
  const wanted = await readFills(file)
  return readFillCosts(
    folder,
    { ...wanted, market, file: 3, interval: 1, staleAfter },
    { signal, onProgress: () => undefined }
  )
}

/** The costs of the same fills, with a column of markets. */
async function readWithMarkets(marketOf: (index: number) => string): Promise<FillCosts> {
  const [head, ...lines] = csvOf(new FuzzRandom(4)).trimEnd().split('\n')
  const all = [`${head},Market`, ...lines.map((each, index) => `${each},${marketOf(index)}`)]
  await writeFile(path.join(path.dirname(log), 'markets.csv'), `${all.join('\n')}\n`)
  return read('markets.csv')
}

beforeAll(async () => {
  log = path.join(await freshFolder(), 'environment=production', 'service=1', 'log')
  const items = chaosLog(new FuzzRandom(23), 1600)
  await writeAndSeal(log, items.slice(0, 800))
  await writeAndSeal(log, items.slice(800))
  truth = new Truth(await loggedItems(log))
  const file = path.join(path.dirname(log), 'fills.csv')
  await writeFile(file, csvOf(new FuzzRandom(4)))
  fills = (await readFills(file)).fills
  costs = await read()
})

const isCovered = (time: Stretch) => lengthOf(truth.covered(time.from, time.to)) === time.to - time.from
const unitsOf = ({ units: value, scale }: Fill['price']) => value * 10n ** BigInt(18 - scale)

/** Twice; null inside a gap. */
function midAt(at: bigint): bigint | null {
  return isCovered({ from: at - 1n, to: at }) ? truth.mid(truth.momentBefore(at)) : null
}

/** The truth of a fill, by fractions. */
function truthOf(fill: Fill): Partial<FillCost> {
  const same = fills.filter(({ order }) => fill.order !== null && order === fill.order)
  const order = same.length > 0 ? same : [fill]
  const [first, last] = [order[0]!.time, order.at(-1)!.time]
  const sign = fill.side === 'buy' ? 1n : -1n
  const price = unitsOf(fill.price)
  const arrival = midAt(first)
  const around: Stretch = { from: first - interval, to: last + 1n }
  const traded = truth.trades.filter(({ at }) => at >= around.from && at < around.to)
  const volume = traded.reduce((sum, { amount }) => sum + amount, 0n)
  const value = traded.reduce((sum, each) => sum + each.price * each.amount, 0n)
  const hasVwap = isCovered(around) && volume > 0n
  const live = lengthOf(truth.covered(fill.time, fill.time + after))
  const moment = truth.momentBefore(fill.time)
  const now = midAt(fill.time)
  const best = fill.side === 'buy' ? moment?.asks[0]?.[0] : moment?.bids[0]?.[0]
  const sweep =
    now === null
      ? null
      : slippage(fill.side === 'buy' ? moment!.asks : moment!.bids, unitsOf(fill.amount), 'base', now)
  const isFound = truth.trades.some(
    ({ executed, price: at, amount }) =>
      at === price &&
      amount === unitsOf(fill.amount) &&
      executed >= fill.time - second &&
      executed <= fill.time + second
  )
  return {
    arrivalMid: arrival === null ? null : shownPrice(arrival, 2n),
    arrivalCost: arrival === null ? null : shownPoints(sign * (2n * price - arrival), arrival),
    intervalVwap: hasVwap ? shownPrice(value, volume) : null,
    vwapCost: hasVwap ? shownPoints(sign * (price * volume - value), value) : null,
    vwapMissing: hasVwap ? null : isCovered(around) ? 'trades' : 'gap',
    sweepCost: sweep,
    sweepMissing: now === null ? 'gap' : sweep === null ? 'size' : null,
    markouts: markoutTimes.map((each) => {
      const later = midAt(fill.time + BigInt(each) * million)
      return later === null ? null : shownPoints(sign * (later - 2n * price), 2n * price)
    }),
    through: now === null ? null : fill.side === 'buy' ? price > best! : price < best!,
    found: isFound || (isCovered({ from: fill.time - second, to: fill.time + second }) ? false : null),
    coverage: { live: Number(live / million), total: 300_000, partial: live < after }
  }
}

test('each figure of each fill is that of the log', () => {
  expect(costs.rows.length).toBe(60)
  for (const [index, row] of costs.rows.entries()) expect(row, row.time).toMatchObject(truthOf(fills[index]!))
  const { rows } = costs
  expect(rows.filter(({ found }) => found === true).length).toBeGreaterThan(10)
  expect(rows.filter(({ through }) => through === true).length).toBeGreaterThan(3)
  expect(rows.filter(({ intervalVwap }) => intervalVwap !== null).length).toBeGreaterThan(3)
  for (const missing of ['gap', 'size', null])
    expect(
      rows.filter(({ sweepMissing }) => sweepMissing === missing).length,
      String(missing)
    ).toBeGreaterThan(3)
  expect(rows.flatMap(({ markouts }) => markouts).filter((each) => each === null).length).toBeGreaterThan(10)
})

test('totals are weighted by amount, without what is inside a gap', () => {
  const { total, rows } = costs
  const weighted = (figure: (row: FillCost) => string | null) => {
    const known = rows.filter((row) => figure(row) !== null)
    const weight = known.reduce((sum, { amount }) => sum + units(amount), 0n)
    const scaled = (text: string) => (text.startsWith('-') ? -units(text.slice(1)) : units(text))
    const sum = known.reduce((all, row) => all + scaled(figure(row)!) * units(row.amount), 0n)
    return plain(rounded(sum * 10_000n, weight * 10n ** 18n), 4)
  }
  expect(total.arrivalCost).toBe(weighted(({ arrivalCost }) => arrivalCost))
  expect(total.vwapCost).toBe(weighted(({ vwapCost }) => vwapCost))
  expect(total.sweepCost).toBe(weighted(({ sweepCost }) => sweepCost))
  expect(total.markouts).toEqual(markoutTimes.map((_, index) => weighted(({ markouts }) => markouts[index]!)))
  expect(total.amount).toBe(plain(rows.reduce((sum, { amount }) => sum + units(amount), 0n)))
})

test('notes say how many fills the totals are without', () => {
  const { rows, notes, total } = costs
  const incomplete = rows.filter(({ arrivalCost, vwapCost, sweepCost, markouts }) =>
    [arrivalCost, vwapCost, sweepCost, ...markouts].includes(null)
  ).length
  const tooLarge = rows.filter(({ sweepMissing }) => sweepMissing === 'size').length
  expect(incomplete).toBeGreaterThan(10)
  expect(total.incomplete).toBe(incomplete)
  // First, because it leads to the replay.
  expect(notes[0]).toContain('a gap within the next five minutes')
  expect(notes).toContain(
    `${incomplete} of 60 fills lack at least one figure. The total of a figure covers only the fills that have it.`
  )
  expect(notes).toContain(`${tooLarge} fills were larger than the book; the total sweep cost excludes them.`)
})

test('a gap before a fill alone has a note too', async () => {
  const folder = path.join(await freshFolder(), 'environment=production', 'service=1', 'log')
  const before = chaosLog(new CalmRandom(1), 100)
  const restarted = began + 3600n * second
  const rest = chaosLog(new CalmRandom(2), 600, restarted)
  await writeAndSeal(folder, [...before, ...rest.map((item) => ({ ...item, seq: before.length + item.seq }))])
  const at = formatTime(restarted + 30n * second)
  const file = path.join(path.dirname(folder), 'fills.csv')
  await writeFile(file, `time,side,price,amount\n${at},buy,64000,0.0001\n`)
  const { rows, notes } = await costsOf(folder, file)
  expect(rows).toMatchObject([
    { vwapCost: null, vwapMissing: 'gap', sweepMissing: null, coverage: { partial: false } }
  ])
  expect(notes).toEqual([
    '1 of 1 fill lacks at least one figure. The total of a figure covers only the fills that have it.'
  ])
})

test('an interval without trades has no VWAP, which is not a gap', async () => {
  const folder = path.join(await freshFolder(), 'environment=production', 'service=1', 'log')
  const items = chaosLog(new CalmRandom(3), 4000).filter(
    ({ kind, content }) => kind !== 'f' || !content.includes('"execution_data"')
  )
  await writeAndSeal(
    folder,
    items.map((item, index) => ({ ...item, seq: index + 1 }))
  )
  const file = path.join(path.dirname(folder), 'fills.csv')
  await writeFile(file, `time,side,price,amount\n${formatTime(began + 90n * second)},buy,64000,0.0001\n`)
  const { rows } = await costsOf(folder, file)
  expect(rows).toMatchObject([{ intervalVwap: null, vwapCost: null, vwapMissing: 'trades' }])
  expect(rows[0]!.arrivalCost).not.toBeNull()
})

test('the gap that a fill is near is named', () => {
  for (const { coverage, gap, at } of costs.rows) {
    expect(gap === null).toBe(!coverage.partial)
    if (gap) expect(gap.from >= at - 1 && gap.to <= at + 300_001).toBe(true)
  }
})

test('files of the log are not opened for each fill', async () => {
  const open = vi.spyOn(Segment, 'open')
  await read()
  const opened = open.mock.calls.length
  open.mockRestore()
  expect(opened).toBeGreaterThan(0)
  expect(opened).toBeLessThan(fills.length / 2)
})

test('fills of other markets are left out, and a sentence says how many', async () => {
  const spellings = ['BTC/USD', 'btcusd', 'Btc-Usd', 'BTC_USD']
  const own = await readWithMarkets((index) => spellings[index % 4]!)
  expect(own.rows).toEqual(costs.rows)
  expect(own.notes).toEqual(costs.notes)
  // All fills of orders, of which each is of one market.
  const isOrder = (row: FillCost) => row.order !== null
  const mixed = await readWithMarkets((index) =>
    costs.rows.some((row) => row.line === index + 2 && isOrder(row)) ? 'ETHUSD' : 'BTC/USD'
  )
  expect(mixed.rows).toEqual(costs.rows.filter((row) => !isOrder(row)))
  const left = costs.rows.filter(isOrder).length
  expect(left).toBeGreaterThan(3)
  expect(mixed.total.fills).toBe(60 - left)
  expect(mixed.notes).toContain(`${left} fills of other markets were left out.`)
})

test('a file without a fill of the market is refused with a sentence', async () => {
  await expect(readWithMarkets(() => 'ETH-USD')).rejects.toMatchObject({
    problem: { sentence: 'markets.csv has no fills of BTC/USD. Its first fill is of ETH-USD.' }
  })
})

test('without the log there is no cost of a sweep, and a sentence says so', async () => {
  const day = '2026-01-05'
  await removeDays(log, [day], { now: 1, signal, onProgress: () => undefined })
  const { rows, notes } = await read()
  expect(rows.filter(({ sweepCost }) => sweepCost !== null)).toEqual([])
  expect(rows.map(({ markouts }) => markouts)).toEqual(costs.rows.map(({ markouts }) => markouts))
  expect(notes.some((note) => note.includes('was deleted'))).toBe(true)
})
