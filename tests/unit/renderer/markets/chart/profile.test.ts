import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { ProfileRange, VolumeProfile } from '#shared/contract/market/volume-profile'
import { canonicalDecimal, formatDecimal } from '#shared/domain/base/decimal'
import { PriceVolumes } from '#shared/domain/market/profile/price-volumes'
import { unknownConfidence } from '#shared/domain/market/tape/aggressor'
import { TapeTrades, type TapeTrade } from '#renderer/lib/markets/trades'
import { ProfileData } from '#renderer/panels/chart/profile/profile-data'
import { ProfileLoader } from '#renderer/panels/chart/profile/profile-loader'
import { recordedShare } from '#renderer/panels/chart/profile/recorded-share'
import { placeTags } from '#renderer/panels/chart/profile/tags'
import { binHeight, binned, joined, levelHeight } from '#renderer/panels/chart/profile/value-area'

/** Prices in hundredths, amounts in thousandths. */
interface Trade {
  readonly seconds: number
  readonly price: number
  readonly amount: number
}

const trades = fc.array(
  fc.record({
    seconds: fc.integer({ min: 0, max: 99 }),
    price: fc.integer({ min: 1, max: 60 }),
    amount: fc.integer({ min: 1, max: 10_000 })
  }),
  { minLength: 1, maxLength: 60 }
)

/** Some texts have fewer digits. */
const textOf = (units: number, scale: number) => {
  const text = formatDecimal({ units: BigInt(units), scale })
  return units % 3 === 0 ? canonicalDecimal(text)! : text
}

const rowOf = ({ seconds, price, amount }: Trade, number: number): TapeTrade => ({
  number,
  seconds,
  price: textOf(price, 2),
  amount: textOf(amount, 3),
  size: amount / 1000,
  nanoseconds: 0,
  ahead: 0,
  aggressor: 'unknown',
  basis: 'none',
  confidence: unknownConfidence
})

const profileOf = (
  some: readonly Trade[],
  { from, step }: Pick<ProfileRange, 'from' | 'step'>,
  number: number
): VolumeProfile => ({
  from,
  step,
  number,
  starts: Float64Array.from(some, ({ seconds }) =>
    step === null ? from : Math.floor(seconds / step) * step
  ),
  prices: some.map(({ price }) => BigInt(price)),
  amounts: some.map(({ amount }) => BigInt(amount)),
  priceScale: 2,
  amountScale: 3,
  spans: new Float64Array(0),
  sides: null
})

function sumsOf(some: readonly Trade[]): [string, bigint][] {
  const sums = new Map<number, number>()
  for (const { price, amount } of some) sums.set(price, (sums.get(price) ?? 0) + amount)
  return [...sums].map(([price, sum]): [string, bigint] => [String(price), BigInt(sum)]).sort()
}

const ofTotal = ({ volumes, priceScale, amountScale }: PriceVolumes) =>
  [...volumes]
    .map(([price, volume]): [string, bigint] => [
      String(price * 10n ** BigInt(2 - priceScale)),
      volume * 10n ** BigInt(3 - amountScale)
    ])
    .sort()

it('has what the recording and the tape have together, at any time', () => {
  fc.assert(
    fc.property(
      trades,
      fc.nat(60),
      fc.array(fc.tuple(fc.nat(9), fc.nat(10)), { minLength: 1, maxLength: 6 }),
      (some, recorded, shown) => {
        const range = { from: 0, step: 10 } as const
        const data = new ProfileData(
          profileOf(some.slice(0, recorded), range, Math.min(recorded, some.length)),
          null
        )
        shown.forEach(([first, count], index) => {
          const known = index === shown.length - 1 ? some.length : Math.min(some.length, recorded + index * 3)
          // Sorted by time, as a tape is.
          const rows = some.map(rowOf).slice(0, Math.max(known, recorded))
          expect(data.follow({ rows: rows.sort((one, other) => one.seconds - other.seconds) })).toBe(true)
          const [from, to] = [first * 10, (first + count) * 10]
          data.show(from, to)
          const within = some
            .slice(0, Math.max(known, recorded))
            .filter(({ seconds }) => seconds >= from && seconds < to)
          expect(ofTotal(data.total)).toEqual(sumsOf(within))
        })
      }
    )
  )
})

it('notices trades that it did not get', () => {
  const some = [1, 2, 3, 4].map((seconds) => ({ seconds, price: 1, amount: 1 }))
  const data = new ProfileData(profileOf([], { from: 0, step: 1 }, 1), null)
  const rows = some.map(rowOf)
  expect(data.follow({ rows: rows.slice(0, 2) })).toBe(true)
  expect(data.follow({ rows: rows.slice(3) })).toBe(false)
})

it('adds and takes away only parts that enter or leave', () => {
  const some = Array.from({ length: 100 }, (_, seconds) => ({ seconds, price: 1, amount: 1 }))
  const data = new ProfileData(profileOf(some, { from: 0, step: 1 }, 100), null)
  data.show(0, 50)
  const added = vi.spyOn(PriceVolumes.prototype, 'addAll')
  data.show(1, 51)
  expect(added).toHaveBeenCalledTimes(2)
  added.mockRestore()
})

function loading() {
  const requests: {
    readonly range: ProfileRange
    readonly resolve: (profile: VolumeProfile | null) => void
  }[] = []
  let now = 0
  const view = {
    trades: new TapeTrades(100),
    cancelProfile: vi.fn(),
    readProfile: (range: ProfileRange) =>
      new Promise<VolumeProfile | null>((resolve) => requests.push({ range, resolve }))
  }
  const loader = new ProfileLoader({ view: () => view, changed: () => {}, now: () => now })
  const answer = async (profile: VolumeProfile | null) => {
    requests.at(-1)!.resolve(profile)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { loader, view, requests, answer, pass: (by: number) => (now += by) }
}

it('reads more than is visible, and not again while that is enough', async () => {
  const { loader, requests, answer, pass } = loading()
  const seen = (from: number) => loader.want({ from, to: from + 100, step: 1 })
  seen(1000)
  expect(requests.map(({ range }) => range)).toEqual([{ from: 901, to: 1199, step: 1 }])
  await answer(profileOf([{ seconds: 1000, price: 5, amount: 7 }], { from: 901, step: 1 }, 0))
  for (let from = 1000; from < 1099; from += 1) {
    pass(100)
    seen(from)
  }
  expect(requests.length).toBe(1)
  expect(ofTotal(loader.data!.total)).toEqual([])
  seen(950)
  expect(ofTotal(loader.data!.total)).toEqual([['5', 7n]])
  // At most one request in a second.
  for (let from = 1200; from < 1250; from += 1) {
    pass(100)
    seen(from)
  }
  expect(requests.length).toBeLessThanOrEqual(7)
})

it('reads a session once, cancels what is no longer wanted, and waits after a failure', async () => {
  const { loader, view, requests, answer, pass } = loading()
  const session = { from: 50, to: null, step: null } as const
  loader.want(session)
  pass(3000)
  loader.want(session)
  expect(requests.length).toBe(1)
  loader.want(null)
  expect(view.cancelProfile).toHaveBeenCalledOnce()
  loader.want(session)
  await answer(null)
  expect(loader.state).toBe('failed')
  pass(4000)
  loader.want(session)
  expect(requests.length).toBe(2)
  pass(2000)
  loader.want(session)
  expect(requests.length).toBe(3)
  await answer(profileOf([], session, 0))
  expect(loader.data).not.toBeNull()
  view.trades = new TapeTrades(100)
  loader.want(session)
  expect([loader.data, requests.length]).toEqual([null, 4])
})

it('has a value area round the largest bin, and no larger than needed', () => {
  fc.assert(
    fc.property(trades, fc.constantFrom(1n, 2n, 5n, 10n), (some, height) => {
      const volumes = new PriceVolumes()
      for (const { price, amount } of some)
        volumes.add({ units: BigInt(price), scale: 2 }, { units: BigInt(amount), scale: 3 })
      const { bins, total, control, largest, low, high } = binned(volumes, height)!
      const sum = (from: bigint, to: bigint) =>
        bins.reduce((all, { index, volume }) => (index >= from && index <= to ? all + volume : all), 0n)
      expect(total).toBe(some.reduce((all, { amount }) => all + BigInt(amount), 0n))
      expect(sum(low, high) * 10n >= total * 7n).toBe(true)
      expect(low <= control && control <= high).toBe(true)
      expect(bins.every(({ volume }) => volume <= largest)).toBe(true)
      expect(control).toBe(bins.findLast(({ volume }) => volume === largest)!.index)
      // Without one of its ends it is too small.
      if (low < high) {
        const inner = [sum(low + 1n, high), sum(low, high - 1n)]
        expect(inner.some((volume) => volume * 10n < total * 7n)).toBe(true)
      }
    })
  )
  expect(binned(new PriceVolumes(), 1n)).toBeNull()
  const equal = new PriceVolumes()
  for (const units of [1n, 3n, 2n]) equal.add({ units, scale: 0 }, { units: 7n, scale: 0 })
  expect(binned(equal, 1n)!.control).toBe(3n)
})

it('has the highest of equal bins as its largest, and grows upwards between equal neighbours', () => {
  const volumes = new PriceVolumes()
  const amounts = [1n, 3n, 5n, 1n, 5n, 3n, 2n]
  amounts.forEach((units, price) => volumes.add({ units: BigInt(price), scale: 0 }, { units, scale: 0 }))
  const { control, low, high, total } = binned(volumes, 1n)!
  expect({ control, total }).toEqual({ control: 4n, total: 20n })
  // From 5 by 3, 2, 1 and 5 to 16 of 20, of which 14 are 70 %.
  expect([low, high]).toEqual([2n, 6n])
  volumes.add({ units: 3n, scale: 0 }, { units: 2n, scale: 0 })
  // From 5 of 22 by 3, the one above of two that are equal, 3 and 5.
  expect(binned(volumes, 1n)).toMatchObject({ low: 2n, high: 5n })
})

it('has at most 200 bins from the lowest price to the highest, and bars of several of them', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(1n, 2n, 5n, 10n),
      (prices, count) => {
        const volumes = new Map(prices.map((price) => [price, price]))
        const height = levelHeight({ volumes })
        const bins = binned({ volumes, priceScale: 0, amountScale: 0 }, height)!
        const { bins: bars, ...whole } = joined(bins, count)
        expect(bins.bins.at(-1)!.index - bins.bins[0]!.index).toBeLessThanOrEqual(200n)
        expect(whole.height).toBe(height * count)
        expect(bars).toEqual(binned({ volumes, priceScale: 0, amountScale: 0 }, height * count)!.bins)
        for (const level of ['control', 'low', 'high'] as const)
          expect(whole[level]).toBe(bins[level] / count)
      }
    )
  )
})

it.each([
  [0, 1n],
  [1, 1n],
  [1.2, 2n],
  [3, 5n],
  [6, 10n],
  [700, 1000n]
])('bins of at least %d units have %d', (wanted, height) => {
  expect(binHeight(wanted)).toBe(height)
})

it('keeps tags apart from the last price and each other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 9, max: 391 }), { minLength: 4, maxLength: 4 }),
      ([POC, VAH, VAL, last]) => {
        const placed = Object.values(
          placeTags({ POC: POC!, VAH: VAH!, VAL: VAL! }, { last: last!, height: 400 })
        )
        const all = [last!, ...placed].sort((one, other) => one - other)
        expect(placed.length).toBe(3)
        for (let index = 1; index < all.length; index += 1)
          expect(all[index]! - all[index - 1]!).toBeGreaterThanOrEqual(18)
      }
    )
  )
  expect(placeTags({ POC: -5, VAH: 100, VAL: null }, { last: 300, height: 400 })).toEqual({ VAH: 100 })
})

it('counts as recorded what both the recording and the chart have', () => {
  const chart = { from: 50, spans: [0, 60, 70, Infinity] }
  expect(recordedShare({ from: 0, to: 100 }, [0, Infinity], chart)).toBeCloseTo(0.9, 12)
  expect(recordedShare({ from: 0, to: 100 }, [20, Infinity], chart)).toBeCloseTo(0.7, 12)
  expect(recordedShare({ from: 0, to: 40 }, [], chart)).toBe(0)
})
