import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ChartModel } from '#renderer/panels/chart/model'
import { legendFigures, noteOf, roughSize, type LegendSources } from '#renderer/panels/chart/legend'
import { PriceText, shortSize } from '#renderer/panels/chart/price-text'
import { chartTable } from '#renderer/panels/chart/table'
import { pointedText, tickText } from '#renderer/panels/chart/time-axis'
import { TickMarkType } from 'lightweight-charts'
import { chartOf, type Trade } from './news'

const trades: Trade[] = [
  { second: 60, price: 123_456, amount: 1500, side: 'buy' },
  { second: 61, price: 123_999, amount: 250, side: 'sell' },
  { second: 62, price: 123_001, amount: 3, side: 'unknown' }
]

function modelOf(watched?: readonly number[]) {
  const model = new ChartModel()
  model.follow(chartOf(trades, '1m', watched ? { watched } : {}), null, null)
  return model
}
const legend = (model: ChartModel, changed: Partial<LegendSources> = {}) =>
  legendFigures({
    slot: model.slots.all[0],
    sums: model.studies.sums[0],
    priceScale: 2,
    numbers: "1'234.56",
    vwap: true,
    cvd: true,
    from: '00:00',
    heat: 12.345,
    more: [],
    ...changed
  })

it('shows a candle’s exact figures in the user’s format', () => {
  const texts = legend(modelOf()).map(({ name, text }) => `${name} ${text}`)
  expect(texts).toEqual([
    "O 1'234.56",
    "H 1'239.99",
    "L 1'230.01",
    "C 1'230.01",
    'Vol 1.753',
    'Buys 1.500',
    'Sells 0.250',
    '? 0.003',
    'Trades 3',
    "VWAP from 00:00 1'235.3266",
    'CVD +1.25',
    'Heat ≈12.3'
  ])
})

it('shows the same figures in order without a candle', () => {
  const model = modelOf()
  const empty = legend(model, { slot: undefined, sums: null, heat: NaN })
  expect(empty.map(({ name }) => name)).toEqual(legend(model).map(({ name }) => name))
  expect(new Set(empty.map(({ text }) => text))).toEqual(new Set(['–']))
})

it('shows how much of a slot was recorded', () => {
  const model = modelOf([90_000, Infinity])
  expect(noteOf(model.slots.all[0])).toBe('partly recorded')
  expect(noteOf({ start: 0, candle: null, seen: 'whole', folded: 0 })).toBe('no trades')
  expect(noteOf({ start: 0, candle: null, seen: 'none', folded: 0 })).toBe('not recorded')
})

it('has a table of exact ungrouped figures', () => {
  const table = chartTable({ caption: 'Chart', model: modelOf(), visible: null, clock: 'utc' })
  expect(table.rows).toEqual([
    [
      '1970-01-01 00:01:00 UTC',
      '1234.56',
      '1239.99',
      '1230.01',
      '1230.01',
      '1.753',
      '1.500',
      '0.250',
      '0.003',
      '3',
      '1235.3266',
      '1.250',
      'in full'
    ]
  ])
})

it('keeps digits beyond doubles', () => {
  const prices = new PriceText()
  prices.scale = 10
  prices.know(['123456789012.1234567891'])
  expect(prices.shown(Number('123456789012.1234567891'))).toBe('123,456,789,012.1234567891')
  expect(prices.shown(0.5)).toBe('0.5000000000')
  expect(prices.shown(NaN)).toBe('–')
})

it('rounds a position to the market’s digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 6 }), (units, scale) => {
      const prices = new PriceText()
      prices.scale = scale
      const text = prices.plain(units / 10 ** scale)
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(units))
    })
  )
})

it.each([
  [0, '0'],
  [0.00012345, '0.00012'],
  [1.25, '1.25'],
  [99.94, '99.9'],
  [999.6, '1K'],
  [12_500, '12.5K'],
  [-3_000_000, '-3M']
])('shortens the size %s to %s', (size, text) => {
  expect(shortSize(size, '1,234.56')).toBe(text)
})

it('marks mean sizes as approximate', () => {
  expect(['1,234.56', '1.234,56'].map((format) => roughSize(1234.5, format as '1,234.56'))).toEqual([
    '≈1,235',
    '≈1.235'
  ])
  expect(roughSize(0, '1,234.56')).toBe('0')
})

it('labels the pointed time with its zone', () => {
  expect(pointedText(90_061, 'utc', 1)).toBe('1970-01-02 01:01:01 UTC')
  expect(pointedText(90_060, 'utc', 60)).toBe('1970-01-02 01:01 UTC')
  expect(pointedText(86_400, 'utc', 86_400)).toBe('1970-01-02 UTC')
  expect(tickText(90_061, TickMarkType.TimeWithSeconds, 'utc', 1)).toBe('01:01:01')
  expect(tickText(90_060, TickMarkType.Time, 'utc', 15)).toBe('01:01:00')
  expect(tickText(90_060, TickMarkType.Time, 'utc', 60)).toBe('01:01')
  expect(tickText(86_400, TickMarkType.DayOfMonth, 'utc', 1)).toBe('2 Jan')
})
