import { beforeEach, expect, test } from 'vitest'
import { PastCosts, type WantedCosts } from '#engine/recording/costs/past-costs'
import { keyframesOf } from '#engine/recording/keyframes/files'
import { membersOf } from '#engine/recording/keyframes/members'
import { listSegments } from '#engine/recording/log/segments'
import { logTimeOf } from '#engine/recording/replay/log-time'
import type { LiveMarket } from '#engine/market/types'
import { formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { freshFolder } from '../../../integration/support/folder'
import { loggedItems, StraightPlay } from '../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../integration/support/written-log'
import { FuzzRandom } from '../../shared/wire/fuzz/random'
import { truthOf, type Fraction } from '../../shared/domain/market/depth/cost-oracle'
import { oracleScale, oracleUnits } from '../../shared/domain/market/oracle'
import { feedItems } from './replay/feed-log'

const items = feedItems(41, 3000, 3000, 3000, 3000, 3000)
const hours = 3_600_000
const market = 'BTCUSD'
const wanted: WantedCosts = {
  market,
  size: '2.5',
  unit: 'base',
  from: items[0]!.milliseconds - 1000 * hours,
  to: items.at(-1)!.milliseconds + 1000 * hours
}
const never = new AbortController().signal

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
  await writeLog(folder, items, { random: new FuzzRandom(41), restarts: 10, finish: true })
})

/** From another reader of the log, and fractions; null if the side does not have the size. */
function basisPoints(
  { book }: LiveMarket,
  side: 'bids' | 'asks',
  { size, unit }: WantedCosts
): number | null {
  const levels = book.levels(side, Infinity).map(({ price, amount }) => ({
    price: oracleUnits(price),
    amount: oracleUnits(amount)
  }))
  const best = (of: 'bids' | 'asks') => oracleUnits(book.best(of)!.price)
  const { units, scale } = parseDecimal(size)!
  const found = truthOf(levels, [units, 10n ** BigInt(scale)], unit)
  if (!found.complete) return null
  const ratio = ([over, under]: Fraction) => Number((over * 10n ** 12n) / under) / 1e12
  const average = ratio(found.cost) / ratio(found.size)
  const mid = Number(formatDecimal({ units: best('bids') + best('asks'), scale: oracleScale })) / 2
  return ((side === 'asks' ? 1 : -1) * (average - mid) * 10_000) / mid
}

/** What was live at each keyframe. */
async function marketsAtKeyframes(visit: (at: number, found: LiveMarket) => void): Promise<void> {
  const straight = new StraightPlay(await loggedItems(folder), staleAfter)
  for (const segment of await listSegments(folder)) {
    for (const { facts } of await membersOf(keyframesOf(segment))) {
      straight.playThrough(facts.lastSeq)
      const found = straight.hub.market(market)
      if (found?.state === 'live') visit(logTimeOf(facts.to).milliseconds, found)
    }
  }
}

test.each([
  { size: '2.5', unit: 'base' },
  { size: '100000', unit: 'quote' },
  { size: '1000000', unit: 'base' }
] as const)('the cost of $size $unit follows from the recording at each keyframe', async (size) => {
  const past = new PastCosts()
  // The books stay in memory.
  await past.read(folder, wanted, never)
  const costs = await past.read(folder, { ...wanted, ...size }, never)
  expect(costs.length).toBeGreaterThan(3)
  const truths = new Map<number, { readonly buy: number | null; readonly sell: number | null }>()
  await marketsAtKeyframes((at, found) => {
    const truth = (side: 'bids' | 'asks') => basisPoints(found, side, { ...wanted, ...size })
    truths.set(at, { buy: truth('asks'), sell: truth('bids') })
  })
  for (const { at, buy, sell } of costs) {
    const truth = truths.get(at)!
    for (const [shown, exact] of [
      [buy, truth.buy],
      [sell, truth.sell]
    ] as const) {
      if (exact === null) expect(shown).toBeNull()
      else expect(Math.abs(shown! - exact)).toBeLessThan(0.0002)
    }
  }
})

test('reads only the time asked for, evenly, and can be cancelled', async () => {
  const all = await new PastCosts().read(folder, wanted, never)
  const times = all.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  const middle = times[Math.floor(times.length / 2)]!
  const later = await new PastCosts().read(folder, { ...wanted, from: middle }, never)
  expect(later.map(({ at }) => at)).toEqual(times.filter((at) => at >= middle))
  expect(await new PastCosts().read(folder, { ...wanted, market: 'XYZUSD' }, never)).toEqual([])
  await expect(new PastCosts().read(folder, wanted, AbortSignal.abort())).rejects.toThrow()
})
