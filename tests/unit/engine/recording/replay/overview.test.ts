import { beforeEach, expect, test } from 'vitest'
import { compareTimes, logTimeOf, nanosecondsOf, type LogTime } from '#engine/recording/replay/log-time'
import type { LoggedItem } from '#engine/recording/log/lines'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { freshFolder } from '../../../../integration/support/folder'
import { writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { feedItems } from './feed-log'

const items = feedItems(21, 6000, 4000)
const market = 'ETHUSD'
const whole = { from: null, to: null, parts: 100, market: null }

let folder: string
let reader: RecordingReader
beforeEach(async () => {
  folder = await freshFolder()
})

async function open(written: readonly LoggedItem[], finish = true) {
  await writeLog(folder, written, { random: new FuzzRandom(21), finish, segment: 1500, restarts: 1e9 })
  reader = await RecordingReader.open(folder)
}

/** From the frames alone. */
const executions = items.flatMap(({ kind, content, ...time }) => {
  if (kind !== 'f' || !content.includes('execution_data')) return []
  const { payload } = JSON.parse(content.toString()) as { payload: { market: string; amount: string } }
  return payload.market === market ? [{ ...time, amount: Number(payload.amount) }] : []
})

const startOfSecondRun = items.findLastIndex(({ content }) => content.includes('"start":true'))
const timeOf = ({ milliseconds, nanoseconds }: LogTime) => ({ milliseconds, nanoseconds })

test('counts every message, in the part of its time', async () => {
  await open(items)
  await reader.overview.complete(null)
  const { activity, complete, from, to } = reader.overview.read(whole)
  expect(complete).toBe(true)
  expect([from, to]).toEqual([items[0]!.milliseconds, items.at(-1)!.milliseconds])
  expect(activity.reduce((sum, messages) => sum + messages)).toBeCloseTo(items.length, 3)
  // Two seconds at the beginning, one at the end of a minute.
  expect(activity.slice(5, 95).every((messages) => messages === 0)).toBe(true)
  const first = reader.overview.read({ ...whole, from, to: from + 10_000, parts: 1 }).activity[0]
  expect(first).toBeCloseTo(startOfSecondRun, 3)
})

test('shows unrecorded time between two runs, and where items are missing', async () => {
  const missing = items.filter(({ seq }) => seq < 2000 || seq >= 2100)
  await open(missing)
  await reader.overview.complete(null)
  const gaps = reader.overview.gaps()
  const between = { from: timeOf(items[startOfSecondRun - 1]!), to: timeOf(items[startOfSecondRun]!) }
  expect(gaps.at(-1)).toEqual(between)
  expect(gaps.length).toBe(2)
  const [dropped] = gaps
  expect(compareTimes(dropped!.from, items[1999]!)).toBeLessThanOrEqual(0)
  expect(compareTimes(dropped!.to, items[2099]!)).toBeGreaterThanOrEqual(0)
  expect(await reader.nextGap(items[0]!, false)).toEqual(dropped)
  expect(await reader.nextGap(dropped!.from, false)).toEqual(between)
  expect(await reader.nextGap(items.at(-1)!, true)).toEqual(between)
  expect(await reader.nextGap(items.at(-1)!, false)).toBeNull()
})

test('a pause of a quiet market is not a gap', async () => {
  const quiet = items.slice(0, 3000).map((item) => ({
    ...item,
    milliseconds: item.milliseconds + (item.seq > 1000 ? 30_000 : 0)
  }))
  await open(quiet.slice(0, 1000))
  await writeLog(folder, quiet.slice(1000), { random: new FuzzRandom(22) })
  await reader.refresh()
  await reader.overview.complete(null)
  expect(reader.overview.gaps()).toEqual([])
})

test('has the largest trades of a market, with their side', async () => {
  await open(items)
  await reader.overview.complete(market)
  const { trades } = reader.overview.read({ ...whole, market })
  const shown = new Set(trades.filter((_, index) => index % 2 === 0))
  const largest = executions.toSorted((one, other) => other.amount - one.amount).slice(0, 50)
  for (const { milliseconds } of largest) expect(shown).toContain(milliseconds)
  expect([...shown]).toEqual([...shown].sort((one, other) => one - other))
  expect([...new Set(trades.filter((_, index) => index % 2 === 1))].sort()).toEqual([-1, 1])
})

test('grows with the log, and notifies of what it read', async () => {
  await open(items.slice(0, 3000))
  let changes = 0
  reader.overview.onChange(() => (changes += 1))
  expect(reader.overview.read(whole).complete).toBe(false)
  await reader.overview.complete(null)
  expect(changes).toBeGreaterThan(1)
  await writeLog(folder, items.slice(3000), { random: new FuzzRandom(2), segment: 1500 })
  await reader.refresh()
  await reader.overview.complete(null)
  const { activity } = reader.overview.read(whole)
  expect(activity.reduce((sum, messages) => sum + messages)).toBeCloseTo(items.length, 3)
})

test.each([true, false])(
  'finds the next and the last trade of a size (with all files: %s)',
  async (finish) => {
    await open(items, finish)
    const random = new FuzzRandom(5)
    const [from, to] = [nanosecondsOf(items[0]!), nanosecondsOf(items.at(-1)!)]
    for (let round = 0; round < 60; round++) {
      const back = random.chance(2)
      const near = random.chance(2) ? nanosecondsOf(random.pick(items)) : to - BigInt(random.below(2e8))
      const at = logTimeOf(random.chance(20) ? from : near)
      const { amount } = random.pick(executions)
      const isIt = (one: (typeof executions)[number]) =>
        one.amount >= amount && (back ? compareTimes(one, at) < 0 : compareTimes(one, at) > 0)
      const right = back ? executions.findLast(isIt) : executions.find(isIt)
      const found = await reader.nextTrade({ market, size: amount.toFixed(8), at, back })
      expect(found, `${nanosecondsOf(at)} ${back} ${amount}`).toEqual(right ? timeOf(right) : null)
    }
    await reader.dispose()
  }
)
