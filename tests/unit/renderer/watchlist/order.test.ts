import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statisticNames, type BookNews, type StatisticsNews } from '#shared/contract/market/market-news'
import { watchColumns } from '#shared/contract/market/panels/watchlist'
import { decimalOf, type RowSource } from '#renderer/panels/watchlist/figures'
import { moved, nextSorting, sortMarkets, type SortedRow } from '#renderer/panels/watchlist/order'
import { BookLevels, TradedStatistics } from '#renderer/lib/markets/index'

function day(last: string | null): TradedStatistics {
  const position = statisticNames.indexOf('last')
  const [whole = '', fraction = ''] = (last ?? '').split('.')
  const values = new Float64Array(statisticNames.length).fill(NaN)
  if (last !== null) values[position] = Number(whole + fraction)
  const news: StatisticsNews = {
    values,
    exact: last === null ? null : new Map([[position, last]]),
    scales: new Uint8Array(statisticNames.length).fill(fraction.length),
    trades: 1,
    move: 0,
    from: 0,
    to: 1,
    since: 0,
    complete: true
  }
  return new TradedStatistics(news)
}

const bookOf = (bid: string, ask: string): BookLevels => {
  const scale = Math.max(...[bid, ask].map((text) => text.split('.')[1]?.length ?? 0))
  const news: BookNews = {
    priceScale: scale,
    tick: 1,
    amountScale: 0,
    bids: 0,
    asks: 0,
    allBids: 1,
    allAsks: 1,
    values: Float64Array.of(1, 1, 1, 1),
    exact: new Map([
      [0, bid],
      [2, ask]
    ])
  }
  return new BookLevels(news)
}

const row = (market: string, source: RowSource | null): SortedRow => ({
  market,
  state: 'live',
  source,
  rate: null
})
const source = (last: string | null, book: BookLevels | null = null): RowSource => ({
  lastDay: day(last),
  book,
  bookAge: null,
  cost: null
})

/** Compares padded digits. */
const filled = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return whole.padStart(40, '0') + fraction.padEnd(40, '0')
}
const price = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0')
    return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  })

describe('sorting by a figure', () => {
  it('is exact, with unknown values last and stable', () => {
    fc.assert(
      fc.property(fc.array(fc.option(price), { maxLength: 30 }), fc.boolean(), (prices, descending) => {
        const rows = prices.map((each, index) => row(`M${index}`, source(each)))
        const expected = prices
          .map((text, index) => ({ key: text === null ? null : filled(text), name: `M${index}` }))
          .sort((one, other) => {
            if (one.key === null || other.key === null)
              return Number(one.key === null) - Number(other.key === null)
            const turn = descending ? -1 : 1
            return one.key < other.key ? -turn : one.key > other.key ? turn : 0
          })
        expect(sortMarkets(rows, { by: 'last', descending })).toEqual(expected.map(({ name }) => name))
      })
    )
  })

  it('distinguishes prices that are equal as doubles', () => {
    const rows = [
      row('small', source('9007199254740993.0000001')),
      row('large', source('9007199254740993.0000002'))
    ]
    expect(sortMarkets(rows, { by: 'last', descending: true })).toEqual(['large', 'small'])
  })

  it('sorts crossed books first by spread, and one-sided ones last', () => {
    const rows = [
      row('wide', source(null, bookOf('100', '102'))),
      row('none', source(null)),
      row('crossed', source(null, bookOf('101', '100'))),
      row('tight', source(null, bookOf('100.5', '100.6')))
    ]
    expect(sortMarkets(rows, { by: 'spread', descending: false })).toEqual([
      'crossed',
      'tight',
      'wide',
      'none'
    ])
  })
})

it('sorts states by urgency and names naturally', () => {
  const rows: SortedRow[] = [
    { market: 'A10', state: 'live', source: null, rate: null },
    { market: 'A9', state: 'stale', source: null, rate: null },
    { market: 'A1', state: 'refused', source: null, rate: null }
  ]
  expect(sortMarkets(rows, { by: 'state', descending: false })).toEqual(['A1', 'A9', 'A10'])
  expect(sortMarkets(rows, { by: 'market', descending: false })).toEqual(['A1', 'A9', 'A10'])
})

it('returns to the user’s order on the third press', () => {
  for (const column of watchColumns) {
    const first = nextSorting(null, column)
    const second = nextSorting(first, column)
    expect(second).toEqual({ by: column, descending: !first!.descending })
    expect(nextSorting(second, column)).toBeNull()
    expect(nextSorting({ by: column === 'last' ? 'age' : 'last', descending: false }, column)).toEqual(first)
  }
})

it('moves one market', () => {
  const list = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1 })
  fc.assert(
    fc.property(list, fc.nat(), fc.integer({ min: -5, max: 40 }), (markets, which, position) => {
      const market = markets[which % markets.length]!
      const after = moved(markets, market, position)
      expect(after.filter((each) => each !== market)).toEqual(markets.filter((each) => each !== market))
      expect(after.indexOf(market)).toBe(Math.max(0, Math.min(markets.length - 1, position)))
    })
  )
})

it('has no figure without trades', () => {
  for (const column of watchColumns) expect(decimalOf(source(null), column, null)).toBeNull()
})
