import * as v from 'valibot'
import { expect, it } from 'vitest'
import { chartSchema, type ChartSettings } from '#shared/contract/market/panels/chart'
import type { ProfileRange, VolumeProfile } from '#shared/contract/market/volume-profile'
import type { MarketView } from '#renderer/lib/markets/index'
import { TapeTrades } from '#renderer/lib/markets/trades'
import { exactCells } from '#renderer/panels/chart/footprint/cells'
import { ChartFootprint } from '#renderer/panels/chart/footprint/chart-footprint'
import { ChartModel } from '#renderer/panels/chart/model'
import { chartOf, type Trade } from './news'

const trades: readonly Trade[] = [
  { second: 0, price: 10_000, amount: 2000, side: 'buy' },
  { second: 70, price: 10_100, amount: 3000, side: 'sell' }
]

const profileOf = ({ sides, step }: ProfileRange): VolumeProfile => ({
  from: 0,
  step,
  number: 0,
  starts: Float64Array.from(trades, ({ second }) => Math.floor(second / 60) * 60),
  prices: trades.map(({ price }) => BigInt(price)),
  amounts: trades.map(({ amount }) => BigInt(amount)),
  priceScale: 2,
  amountScale: 3,
  spans: new Float64Array(0),
  sides: sides ? { buys: [2000n, 0n], sells: [0n, 3000n], rated: [1n, 1n], confidence: [90n, 70n] } : null
})

/** What a chart has once it is read, and what was requested for it. `spacing` is in pixels between candles. */
async function read(changed: Partial<ChartSettings>, spacing: number) {
  const requested: ProfileRange[] = []
  const footprint: MarketView['footprint'] = {
    trades: new TapeTrades(100),
    cancelProfile: () => undefined,
    readProfile: (range) => {
      requested.push(range)
      return Promise.resolve(profileOf(range))
    }
  }
  const model = new ChartModel()
  model.follow(chartOf(trades, '1m'), null, null)
  const drawing = {
    chart: {
      timeScale: () => ({
        getVisibleLogicalRange: () => ({ from: 0, to: 1 }),
        options: () => ({ barSpacing: spacing })
      }),
      panes: () => [{ getHeight: () => 300 }]
    },
    candles: { coordinateToPrice: (y: number) => 110 - y / 15 }
  }
  const settings = { ...v.parse(chartSchema, {}), ...changed }
  let isRead: () => void
  const whenRead = new Promise<void>((resolve) => (isRead = resolve))
  const chart = new ChartFootprint({
    view: { footprint },
    settings: () => settings,
    model,
    changed: () => isRead()
  })
  const changes = chart.follow(drawing)
  if (requested.length > 0) await whenRead
  chart.follow(drawing)
  return { requested, changes, shown: model.footprint, first: model.footprint?.at(0) ?? null }
}

it('has the volume of both sides together, and does not request sides, unless they are chosen', async () => {
  const { requested, shown, first } = await read({ footprint: true }, 100)
  expect(requested).toEqual([{ from: 0, to: null, step: 60 }])
  expect(shown).toMatchObject({ isSided: false, words: 'Footprint: volume in rows of 1' })
  expect(exactCells(first!)).toEqual([{ price: '100.00', volume: '2.000' }])
  expect(first!.sides).toBeNull()
})

it('has sides if they are chosen, and says that they are inferred', async () => {
  const { requested, shown, first } = await read({ footprintSides: true }, 100)
  expect(requested).toEqual([{ from: 0, to: null, step: 60, sides: true }])
  expect(shown).toMatchObject({
    isSided: true,
    words: 'Footprint: bid × ask in rows of 1, sides inferred (80% right)',
    shortWords: 'Sides inferred, 80% right'
  })
  expect(first!.sides!.whole).toMatchObject({ buys: 2000n, sells: 0n, unknown: 0n })
})

it('has the volume of both sides together where candles are too narrow for two', async () => {
  const { shown } = await read({ footprint: true, footprintSides: true }, 83)
  expect(shown).toMatchObject({
    isSided: false,
    words: 'Footprint: volume in rows of 1; zoom in to see bid × ask'
  })
})

it('reads nothing for candles that are too narrow, or if it is off', async () => {
  const narrow = await read({ footprintSides: true }, 51)
  expect(narrow).toMatchObject({ requested: [], first: null, shown: { isSided: false } })
  expect(await read({}, 100)).toMatchObject({ requested: [], changes: false, shown: null })
})
