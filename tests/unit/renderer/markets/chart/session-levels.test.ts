import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimal } from '#shared/domain/base/decimal'
import { joinLabels, levelWords } from '#renderer/panels/chart/studies/levels-layer'
import { SessionLevels, type SessionLevel } from '#renderer/panels/chart/studies/session-levels'
import { clockText, typedClock, typedPeriod } from '#renderer/panels/chart/studies/typed'
import { chartOf, newsOf, type Trade } from './news'

const day = 86_400
const midnight = 20_000 * day
const opensAt = 14 * 60 + 30
const opening = midnight + opensAt * 60

const trade: fc.Arbitrary<Trade> = fc.record({
  second: fc.integer({ min: opening - day, max: opening + day - 1 }),
  price: fc.integer({ min: 1, max: 1_000_000 }),
  amount: fc.constant(1),
  side: fc.constant('buy' as const)
})
const textOf = (levels: readonly SessionLevel[]) =>
  Object.fromEntries(levels.map(({ name, price }) => [name, formatDecimal(price)]))
const price = (hundredths: number) => formatDecimal({ units: BigInt(hundredths), scale: 2 })
const end = (opening + day - 1) * 1000

it('has the prices of the session and the one before, in steps as at once', () => {
  fc.assert(
    fc.property(
      fc.array(trade, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 39 }),
      (some, cut) => {
        const trades = some.toSorted((one, other) => one.second - other.second)
        const candles = chartOf(trades.slice(0, cut), '15m')
        const levels = new SessionLevels()
        levels.read(candles, opensAt, end)
        candles.apply(newsOf(trades, '15m', { fresh: false }))
        const [before, now] = [false, true].map((later) =>
          trades.filter(({ second }) => second >= opening === later).map((each) => each.price)
        ) as [number[], number[]]
        expect(textOf(levels.read(candles, opensAt, end))).toEqual({
          ...(now.length > 0 && {
            open: price(now[0]!),
            high: price(Math.max(...now)),
            low: price(Math.min(...now))
          }),
          ...(before.length > 0 && {
            previousHigh: price(Math.max(...before)),
            previousLow: price(Math.min(...before)),
            previousClose: price(before.at(-1)!)
          })
        })
      }
    ),
    { numRuns: 100 }
  )
})

it('says since when a session was recorded, and that there are gaps', () => {
  const trades = [opening - 3600, opening + 3600, opening + 7200].map((second): Trade => ({
    second,
    price: 100,
    amount: 1,
    side: 'buy'
  }))
  const wordsOf = (watched: readonly number[]) => {
    const candles = chartOf(trades, '15m', { watched: watched.map((seconds) => seconds * 1000) })
    return new SessionLevels().read(candles, opensAt, end).map((level) => levelWords(level, 'utc'))
  }
  expect(wordsOf([0, Infinity])).toEqual([
    'Open',
    'High',
    'Low',
    'Previous high',
    'Previous low',
    'Previous close'
  ])
  expect(wordsOf([opening + 1800, Infinity]).slice(0, 3)).toEqual([
    'Open from 15:00',
    'High from 15:00',
    'Low from 15:00'
  ])
  expect(wordsOf([0, opening + 4000, opening + 5000, Infinity]).slice(0, 3)).toEqual([
    'Open',
    'High, partly recorded',
    'Low, partly recorded'
  ])
})

it('returns the same levels while nothing changes', () => {
  const candles = chartOf([{ second: opening, price: 100, amount: 1, side: 'buy' }], '15m')
  const levels = new SessionLevels()
  expect(levels.read(candles, opensAt, end)).toBe(levels.read(candles, opensAt, end))
})

it('draws labels of close levels as one', () => {
  const labels = [
    { y: 100, words: 'Low' },
    { y: 20, words: 'High' },
    { y: 30, words: 'Open' }
  ]
  expect(joinLabels(labels).map(({ words }) => words)).toEqual(['High · Open', 'Low'])
})

it('reads typed starts and periods', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 95 }), (quarter) => {
      expect(typedClock(clockText(quarter * 15))).toBe(quarter * 15)
    })
  )
  expect(['24:00', '14:07', '14', '', '1:75'].map(typedClock)).toEqual([null, null, null, null, null])
  expect(['1', '2', '500', '501', '1.5', ''].map(typedPeriod)).toEqual([null, 2, 500, null, null, null])
})
