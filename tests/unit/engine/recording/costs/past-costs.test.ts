import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { CostHistory } from '#engine/recording/costs/cost-history'
import { CostReader } from '#engine/recording/costs/read-costs'
import { nanosecondsOf } from '#engine/recording/replay/log-time'
import { costSpans, type CostSpan } from '#shared/contract/market/panels/cost'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems } from '../../../../integration/support/straight-play'
import { writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { chaosLog, market, staleAfter } from '../analysis/chaos-log'
import { slippage, Truth, units } from '../analysis/oracle'

const minute = 60_000
const million = 1_000_000n
const unheard = { signal: new AbortController().signal, onProgress: () => undefined }
const sizes = [
  { size: '2.5', unit: 'base' },
  { size: '50000', unit: 'quote' },
  { size: '0.12345678', unit: 'base' },
  { size: '1000000', unit: 'quote' }
] as const

let log: string
let truth: Truth
let begin: number
let end: number

beforeAll(async () => {
  log = await freshFolder()
  const random = new FuzzRandom(23)
  await writeLog(log, chaosLog(random, 3000), { random, segment: 700, restarts: 40, finish: true })
  const items = await loggedItems(log)
  truth = new Truth(items)
  begin = items[0]!.milliseconds
  end = Number(nanosecondsOf(items.at(-1)!) / million)
})

function counted() {
  const reader = new CostReader()
  const asked: number[] = []
  const history = new CostHistory((folder, wanted, options) => {
    asked.push(...wanted.moments)
    return reader.read(folder, wanted, options)
  })
  return { history, asked }
}

const lengths = { '1h': 60, '24h': 24 * 60, '7d': 7 * 24 * 60 } as const
const fromOf = (span: CostSpan, to: number) =>
  span === 'all' ? Math.min(begin, to) : to - lengths[span] * minute

function expected(at: number, { size, unit }: (typeof sizes)[number]) {
  const time = BigInt(at) * million
  const moment = truth.momentBefore(time + 1n)
  const twice = truth.mid(moment)
  if (at < begin || at > end || !truth.isLive(time) || twice === null) return []
  const cost = (side: 'asks' | 'bids') => slippage(moment![side], units(size), unit, twice)
  return [{ at, buy: cost('asks'), sell: cost('bids') }]
}

test('what a size cost at each moment of a span is that of the log, exactly', async () => {
  const { history, asked } = counted()
  let [compared, missing] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...costSpans),
      fc.constantFrom(...sizes),
      fc.noBias(fc.integer({ min: begin - 5 * minute, max: end + 40 * minute })),
      async (span, size, to) => {
        const past = (await history.costs({ log, market, ...size, span, to, staleAfter }, unheard))!
        const from = fromOf(span, to)
        expect(past).toMatchObject({ span, from, to })
        const moments: number[] = []
        for (let at = Math.floor(to / past.step) * past.step; at > from; at -= past.step) moments.unshift(at)
        expect(past.moments).toBe(moments.length)
        expect(past.moments).toBeLessThanOrEqual(366)
        expect(past.costs).toEqual(moments.flatMap((at) => expected(at, size)))
        compared += past.costs.length
        missing += moments.filter((at) => at >= begin && at <= end).length - past.costs.length
      }
    ),
    { numRuns: 40, seed: 5 }
  )
  expect(compared).toBeGreaterThan(1000)
  expect(missing).toBeGreaterThan(20)
  // The end of the log is asked for again; what it has is read once.
  const known = asked.filter((at) => at <= end)
  expect(known.length).toBeLessThanOrEqual(new Set(known).size * sizes.length)
})

test('a span shares its moments with shorter ones, and nothing is kept after recordings were deleted', async () => {
  const { history, asked } = counted()
  const question = { log, market, ...sizes[0], to: end, staleAfter }
  await history.costs({ ...question, span: '24h' }, unheard)
  const before = asked.length
  await history.costs({ ...question, span: '24h' }, unheard)
  expect(asked.length).toBe(before)
  await history.costs({ ...question, span: '1h' }, unheard)
  const shared = asked.slice(before)
  expect(shared.length).toBeGreaterThan(100)
  expect(shared.some((at) => at % (5 * minute) === 0)).toBe(false)
  history.clear()
  await history.costs({ ...question, span: '24h' }, unheard)
  expect(asked.length).toBe(before + shared.length + before)
})

test('a cancelled reading keeps what it has read', async () => {
  const { history, asked } = counted()
  const question = { log, market, ...sizes[1], span: '1h' as const, to: end, staleAfter }
  const stop = new AbortController()
  const cancelled = history.costs(question, {
    signal: stop.signal,
    onProgress: (share) => void (share > 0.5 && stop.abort())
  })
  // The reader fails, as in its process, which answers with nothing.
  await expect(cancelled.catch(() => null)).resolves.toBeNull()
  const read = asked.length
  expect(read).toBeLessThan(180)
  const shares: number[] = []
  const past = await history.costs(question, { ...unheard, onProgress: (share) => shares.push(share) })
  expect(past!.costs.length).toBeGreaterThan(20)
  expect(asked.length - read).toBeLessThan(180)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(shares.at(-1)).toBe(1)
})

test('nothing follows from a folder without a log', async () => {
  const { history } = counted()
  const question = {
    log: await freshFolder(),
    market,
    ...sizes[0],
    span: 'all' as const,
    to: end,
    staleAfter
  }
  expect(await history.costs(question, unheard)).toBeNull()
})
