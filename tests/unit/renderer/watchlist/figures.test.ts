import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statisticNames, type BookNews, type StatisticName } from '#shared/contract/market/market-news'
import { watchlistSettings } from '#shared/contract/market/panels/watchlist'
import { formatDecimal } from '#shared/domain/base/decimal'
import { cellText, shownDecimal, type RowSource } from '#renderer/panels/watchlist/figures'
import { subscriptionFor } from '#renderer/panels/watchlist/subscription'
import { BookLevels, TradedStatistics } from '#renderer/lib/markets/index'
import * as v from 'valibot'
import { costsOf } from '../markets/cost'

const rate = { units: 1n, scale: 0 }
const wording = { numbers: '1,234.56', clock: 'utc', rate } as const

function bookOf(bid: number, ask: number, scale: number): BookLevels {
  const news: BookNews = {
    priceScale: scale,
    tick: 1,
    amountScale: 0,
    bids: 0,
    asks: 0,
    allBids: 1,
    allAsks: 1,
    values: Float64Array.of(bid, 1, ask, 1),
    exact: null
  }
  return new BookLevels(news)
}

function dayOf(figures: Partial<Record<StatisticName, string>>, complete = true): TradedStatistics {
  const exact = new Map(
    Object.entries(figures).map(([name, text]) => [statisticNames.indexOf(name as StatisticName), text])
  )
  const values = new Float64Array(statisticNames.length).fill(NaN)
  for (const cell of exact.keys()) values[cell] = 1
  return new TradedStatistics({
    values,
    exact,
    scales: new Uint8Array(statisticNames.length),
    trades: 1,
    move: 0,
    from: Date.UTC(2026, 10, 20, 10, 15),
    to: Date.UTC(2026, 10, 21, 10, 15),
    since: Date.UTC(2026, 10, 21, 10, 15),
    complete
  })
}
const source = (more: Partial<RowSource>): RowSource => ({
  book: null,
  lastDay: null,
  bookAge: null,
  cost: null,
  ...more
})
const text = (more: Partial<RowSource>, column: Parameters<typeof cellText>[1]) =>
  cellText(source(more), column, wording).text

it('shows the spread in rounded basis points', () => {
  const price = fc.integer({ min: 1, max: 10 ** 9 })
  fc.assert(
    fc.property(price, price, fc.integer({ min: 0, max: 8 }), (bid, ask, scale) => {
      const shown = shownDecimal(source({ book: bookOf(bid, ask, scale) }), 'spread', rate)!
      // 20 000 (ask - bid) / (ask + bid) within half a tenth; the scale cancels out.
      const twice = 2n * (200_000n * BigInt(ask - bid) - shown.units * BigInt(ask + bid))
      expect(shown.scale).toBe(1)
      expect(twice <= BigInt(ask + bid) && twice >= -BigInt(ask + bid)).toBe(true)
    })
  )
  expect(
    formatDecimal(shownDecimal(source({ book: bookOf(6_421_100, 6_421_150, 2) }), 'spread', rate)!)
  ).toBe('0.1')
  expect(shownDecimal(source({ book: bookOf(NaN, 5, 0) }), 'spread', rate)).toBeNull()
  expect(shownDecimal(source({}), 'spread', rate)).toBeNull()
})

describe('a cell', () => {
  it('shows the last price with the book’s digits', () => {
    const book = bookOf(1, 2, 2)
    expect(text({ book, lastDay: dayOf({ last: '64211.5' }) }, 'last')).toBe('64,211.50')
    expect(text({ book, lastDay: dayOf({ last: '64211.505' }) }, 'last')).toBe('64,211.505')
    expect(text({ book, lastDay: dayOf({}) }, 'last')).toBe('–')
  })

  it('marks a change of partial time', () => {
    const whole = cellText(source({ lastDay: dayOf({ changePercent: '1.84' }) }), 'change', wording)
    expect(whole).toMatchObject({ text: '+1.84', partial: false })
    expect(whole.tip).toContain('current minute and the 1,439 before it')
    const part = cellText(source({ lastDay: dayOf({ changePercent: '-2.40' }, false) }), 'change', wording)
    expect(part).toMatchObject({ text: '-2.40', partial: true })
    expect(part.tip).toMatch(/^Since 2026-11-21 10:15:00 UTC, less than 24 hours/)
  })

  it('rounds a volume and keeps it in the tooltip', () => {
    const lastDay = dayOf({ volume: '1234.56789' })
    const { text: shown, tip } = cellText(source({ lastDay }), 'volume', wording)
    expect(shown).toBe('1,234.6')
    expect(tip).toContain('1,234.56789')
  })

  it('shows an age in one unit', () => {
    expect(text({ bookAge: 400 }, 'age')).toBe('0 s')
    expect(text({ bookAge: 7_500_000 }, 'age')).toBe('2 h')
    expect(text({}, 'age')).toBe('–')
  })
})

describe('a cost', () => {
  const plain = {
    bids: [['99', '1'] as const, ['98', '10'] as const],
    asks: [['101', '1'] as const, ['104', '10'] as const]
  }

  it('is that of the more expensive side', () => {
    // For 205: 1 at 101 and 1 at 104; 1 at 99 and 106/98 at 98.
    const cost = costsOf(plain, { size: '205', unit: 'quote', within: 100 })
    expect(text({ cost }, 'cost')).toBe('250.00')
    expect(formatDecimal(shownDecimal(source({ cost }), 'cost', rate)!)).toBe('250')
    // Within 1% of the mid: 99 and 101.
    expect(text({ cost }, 'depth')).toBe('200')
  })

  it('counts depth in dollars, exactly', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(amount, amount, amount, fc.integer({ min: 0, max: 12 }), (bid, ask, units, scale) => {
        const cost = costsOf(
          { bids: [['99', `${bid}`]], asks: [['101', `${ask}`]] },
          { size: '1', unit: 'quote', within: 100 }
        )
        const { units: shown, scale: digits } = shownDecimal(source({ cost }), 'depth', { units, scale })!
        expect(shown * 10n ** BigInt(scale)).toBe((99n * bid + 101n * ask) * units * 10n ** BigInt(digits))
      })
    )
    expect(shownDecimal(source({}), 'depth', null)).toBeNull()
  })

  it('is missing if a side does not have the size', () => {
    const cost = costsOf({ ...plain, bids: [] }, { size: '205', unit: 'quote', within: 100 })
    expect(text({ cost }, 'cost')).toBe('–')
    expect(text({ cost }, 'depth')).toBe('–')
    expect(text({}, 'cost')).toBe('–')
  })
})

describe('a row’s subscription', () => {
  const columns = ['market', 'last', 'change', 'spread', 'state'] as const
  const wanting = { seen: true, columns, trend: '5m', sorting: null, costSize: '50000' } as const

  it('matches its columns', () => {
    expect(subscriptionFor('X', wanting)?.parts).toMatchObject({
      statistics: true,
      candles: null,
      trades: null,
      heat: null
    })
    expect(subscriptionFor('X', { ...wanting, columns: ['market', 'trend'] })?.parts.candles).toEqual({
      interval: '5m',
      max: 60
    })
  })

  it('asks for costs only with a column of them', () => {
    expect(subscriptionFor('X', wanting)?.parts.cost).toBeNull()
    // Many levels may be within 10 bp.
    for (const [column, within] of [
      ['cost', null],
      ['depth', 10]
    ] as const) {
      const cost = { size: '50000', unit: 'quote', within }
      expect(subscriptionFor('X', { ...wanting, columns: ['market', column] })?.parts.cost).toEqual(cost)
      const sorting = { by: column, descending: true }
      expect(subscriptionFor('X', { ...wanting, seen: false, sorting })?.parts.cost).toEqual(cost)
    }
  })

  it('is empty when invisible, except for sorting', () => {
    expect(subscriptionFor('X', { ...wanting, seen: false })).toBeNull()
    const sorted = (by: 'last' | 'spread' | 'market' | 'state') =>
      subscriptionFor('X', { ...wanting, seen: false, sorting: { by, descending: true } })?.parts
    expect(sorted('last')).toMatchObject({ statistics: true, book: null })
    expect(sorted('spread')).toMatchObject({ statistics: false, book: { levels: 1 } })
    expect(sorted('market')).toBeUndefined()
    expect(sorted('state')).toBeUndefined()
  })
})

it('reads settings from anything', () => {
  const defaults = {
    density: 'normal',
    hidden: ['cost', 'depth'],
    sortBy: null,
    descending: true,
    trend: '1m',
    costSize: '50000'
  }
  expect(v.parse(watchlistSettings, {})).toEqual(defaults)
  expect(v.parse(watchlistSettings, { density: 7, hidden: 'last', sortBy: 'nothing', trend: null })).toEqual(
    defaults
  )
  expect(v.parse(watchlistSettings, { density: 'dense', sortBy: 'last' })).toMatchObject({
    density: 'dense',
    sortBy: 'last'
  })
})
