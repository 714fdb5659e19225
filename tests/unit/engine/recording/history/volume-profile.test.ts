import { expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { HistoryClient } from '#engine/recording/history/client'
import { OlderPages } from '#engine/recording/history/older-pages'
import type { RecordedProfile } from '#shared/contract/market/volume-profile'
import { canonicalDecimal, formatDecimal } from '#shared/domain/base/decimal'
import type { Tape } from '#shared/domain/market/tape/index'
import { freshFolder } from '../../../../integration/support/folder'
import { historyInProcess } from '../../../../integration/support/history-in-process'
import { StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { sandboxTrades } from './sandbox-trades'
import { randomTrades } from './trade-script'

const market = 'BTCUSD'
const { signal } = new AbortController()
const plain = (units: bigint, scale: number) => canonicalDecimal(formatDecimal({ units, scale }))!

/** By part and price, in fractions of 10^-30. */
type Totals = Map<string, bigint>

function add(totals: Totals, start: number, price: string, units: bigint, scale: number) {
  const key = `${start} ${price}`
  totals.set(key, (totals.get(key) ?? 0n) + units * 10n ** BigInt(30 - scale))
}

function ofTape(
  tape: Tape,
  within: (seconds: number) => boolean,
  startOf: (seconds: number) => number
): Totals {
  const totals: Totals = new Map()
  for (let row = tape.arrivals - tape.count; row < tape.arrivals; row++) {
    const { executedAt, price, amount } = tape.tradeAt(row)!
    const seconds = Number(executedAt / 1_000_000_000n)
    if (within(seconds))
      add(totals, startOf(seconds), plain(price.units, price.scale), amount.units, amount.scale)
  }
  return totals
}

function ofProfile({ starts, prices, amounts, priceScale, amountScale }: RecordedProfile): Totals {
  const totals: Totals = new Map()
  starts.forEach((start, row) =>
    add(totals, start, plain(prices[row]!, priceScale), amounts[row]!, amountScale)
  )
  return totals
}

const sorted = (totals: Totals) => [...totals].sort()

async function written(seed: number) {
  const folder = await freshFolder()
  const items = randomTrades(seed, 3000)
  const random = new FuzzRandom(seed)
  await writeLog(folder, items, { random, segment: 200, restarts: 1e9, finish: true })
  const seq = random.between(items.length >> 1, items.length)
  const straight = new StraightPlay(items, staleAfter)
  straight.playThrough(seq)
  const { tape, candles } = straight.hub.market(market)!
  return { pages: new OlderPages(folder), seq, random, tape, coverage: candles.coverage }
}

test.each([1, 2])('has the volume of the tape at each price, to the last digit (seed %i)', async (seed) => {
  const { pages, seq, random, tape, coverage } = await written(seed)
  const times = [
    ...ofTape(
      tape,
      () => true,
      (seconds) => seconds
    ).keys()
  ].map((key) => Number(key.split(' ')[0]))
  // Trades at both ends.
  const ends = [...new Set(times)].sort((one, other) => one - other)
  const { past, since } = coverage
  const spans = since === null ? past : [...past, { from: since, to: Infinity }]
  const watched = (from: number, to: number) =>
    spans
      .filter((span) => span.from < to && span.to > from)
      .flatMap((span) => [Math.max(from, span.from), Math.min(to, span.to)])
  for (const step of [1, 7, 3600, null]) {
    const start = random.between(0, ends.length - 2)
    const from = ends[start]!
    const to = step === 7 ? null : ends[random.between(start + 1, ends.length - 1)]!
    const profile = await pages.profile({ market, from, to, step, seq, lead: 0 }, signal)
    const within = (seconds: number) => seconds >= from && (to === null || seconds < to)
    const startOf = (seconds: number) => (step === null ? from : Math.floor(seconds / step) * step)
    expect(sorted(ofProfile(profile))).toEqual(sorted(ofTape(tape, within, startOf)))
    expect(profile).toMatchObject({ from, step })
    if (to !== null) expect([...profile.spans]).toEqual(watched(from * 1000, to * 1000))
  }
})

interface Sided {
  readonly buys: bigint
  readonly sells: bigint
  readonly rated: number
  readonly confidence: number
}

/** By second and price, in fractions of 10^-30. */
function sidesOfTape(tape: Tape): Map<string, Sided> {
  const all = new Map<string, Sided>()
  for (let row = tape.arrivals - tape.count; row < tape.arrivals; row++) {
    const { executedAt, price, amount, aggressor, confidence } = tape.tradeAt(row)!
    const key = `${executedAt / 1_000_000_000n} ${plain(price.units, price.scale)}`
    const before = all.get(key) ?? { buys: 0n, sells: 0n, rated: 0, confidence: 0 }
    const size = amount.units * 10n ** BigInt(30 - amount.scale)
    const isRated = aggressor !== 'unknown' && confidence <= 100
    all.set(key, {
      buys: before.buys + (aggressor === 'buy' ? size : 0n),
      sells: before.sells + (aggressor === 'sell' ? size : 0n),
      rated: before.rated + Number(isRated),
      confidence: before.confidence + (isRated ? confidence : 0)
    })
  }
  return all
}

test.each([
  ['random trades', () => randomTrades(5, 2000), false],
  ['the sandbox', () => sandboxTrades(market, 5, 4000), true]
] as const)(
  'has the inferred sides of the tape and their confidence: %s',
  async (_, itemsOf, hasConfidence) => {
    const folder = await freshFolder()
    const items = itemsOf()
    await writeLog(folder, items, { random: new FuzzRandom(62), segment: 900, restarts: 1e9, finish: true })
    const straight = new StraightPlay(items, staleAfter)
    straight.playThrough(items.at(-1)!.seq)
    const { seq } = items.at(-1)!
    const wanted = { market, from: 0, to: null, step: 1, seq, lead: 0, sides: true }
    const { starts, prices, priceScale, amountScale, sides } = await new OlderPages(folder).profile(
      wanted,
      signal
    )
    const finer = 10n ** BigInt(30 - amountScale)
    const found = [...starts].map((start, row): [string, Sided] => [
      `${start} ${plain(prices[row]!, priceScale)}`,
      {
        buys: sides!.buys[row]! * finer,
        sells: sides!.sells[row]! * finer,
        rated: Number(sides!.rated[row]!),
        confidence: Number(sides!.confidence[row]!)
      }
    ])
    const right = sidesOfTape(straight.hub.market(market)!.tape)
    expect(new Map(found)).toEqual(right)
    expect(found.length).toBeGreaterThan(100)
    // The sizes of random trades do not come from the book.
    expect([...right.values()].some(({ rated }) => rated > 0)).toBe(hasConfidence)
  }
)

test('is null once it is cancelled, without a warning', async () => {
  const { pages, seq } = await written(4)
  const warnings: string[] = []
  const client = new HistoryClient({
    clock: systemClock,
    spawn: historyInProcess,
    staleAfter: () => staleAfter,
    warn: (sentence) => warnings.push(sentence)
  })
  const wanted = { market, from: 0, to: null, step: null, seq, lead: 0 }
  const [cancelled, other] = [new AbortController(), new AbortController()]
  const page = client.page('profile', pages.folder, wanted, cancelled.signal)
  const whole = client.page('profile', pages.folder, wanted, other.signal)
  cancelled.abort()
  expect(await page).toBeNull()
  expect(await whole).toEqual(await pages.profile(wanted, signal))
  expect(warnings).toEqual([])
  client.dispose()
})
