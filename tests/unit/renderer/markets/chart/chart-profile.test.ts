import * as v from 'valibot'
import { expect, it } from 'vitest'
import { chartSchema } from '#shared/contract/market/panels/chart'
import type { ProfileRange, VolumeProfile } from '#shared/contract/market/volume-profile'
import { TapeTrades } from '#renderer/lib/markets/trades'
import { ChartModel } from '#renderer/panels/chart/model'
import { ChartProfile } from '#renderer/panels/chart/profile/chart-profile'
import { profileFigures } from '#renderer/panels/chart/profile/shown-profile'
import { chartOf, type Trade } from './news'

const day = 86_400

/** One on each day: at 1.00, 1.01 and so on. */
const trades = Array.from({ length: 60 }, (_, at): Trade => ({
  second: at * day,
  price: 100 + at,
  amount: 1000,
  side: 'buy'
}))

const profileOf = ({ from, to, step }: ProfileRange): VolumeProfile => {
  const within = trades.filter(({ second }) => second >= from && second < (to ?? Infinity))
  return {
    from,
    step,
    number: 0,
    starts: Float64Array.from(within, ({ second }) => second),
    prices: within.map(({ price }) => BigInt(price)),
    amounts: within.map(({ amount }) => BigInt(amount)),
    priceScale: 2,
    amountScale: 3,
    spans: Float64Array.of(0, Infinity),
    sides: null
  }
}

/** The profile of the days in view. */
function showing() {
  const requested: ProfileRange[] = []
  const candles = chartOf(trades, '1d')
  const model = new ChartModel()
  model.follow(candles, null, null)
  const view = {
    trades: new TapeTrades(100),
    candles,
    cancelProfile: () => undefined,
    readProfile: (range: ProfileRange) => {
      requested.push(range)
      return Promise.resolve(profileOf(range))
    }
  }
  let isRead = () => {}
  const chart = new ChartProfile({
    view,
    settings: () => ({ ...v.parse(chartSchema, {}), profile: 'visible' }),
    model,
    now: () => 60 * day * 1000,
    changed: () => isRead()
  })
  return {
    requested,
    /** `pane` is how much of the price the pane shows. */
    async read(from: number, to: number, pane = 3) {
      const drawing = {
        chart: {
          timeScale: () => ({
            getVisibleLogicalRange: () => ({ from, to }),
            options: () => ({ barSpacing: 10 })
          }),
          panes: () => [{ getHeight: () => 300 }]
        },
        candles: { coordinateToPrice: (y: number) => pane - (y * pane) / 300 }
      }
      const count = requested.length
      const whenRead = new Promise<void>((resolve) => (isRead = resolve))
      chart.follow(drawing, 'utc')
      if (requested.length > count) await whenRead
      chart.follow(drawing, 'utc')
      return model.profile!
    }
  }
}

it('says from when it is where more days are in view than it can be of', async () => {
  const { requested, read } = showing()
  const { binned, words } = await read(2, 50)
  expect(requested).toEqual([{ from: 20 * day, to: 51 * day, step: day }])
  expect(binned!.total).toBe(31_000n)
  expect(words).toBe('Volume profile, bins of 0.01 · from 1970-01-21 00:00')
})

it('says from when it is where the days up to now were read before', async () => {
  const { read } = showing()
  expect((await read(2, 59)).words).not.toContain('from')
  const { binned, words } = await read(2, 50)
  expect(binned!.total).toBe(31_000n)
  expect(words).toContain('from 1970-01-21 00:00')
})

it('has nothing to say about a time that it is of in full', async () => {
  expect((await showing().read(30, 50)).words).not.toMatch(/from|recorded/)
})

it('has the same levels at every zoom of the price axis', async () => {
  const { read } = showing()
  const [near, ...others] = [await read(30, 50, 0.1), await read(30, 50), await read(30, 50, 20)]
  const figures = profileFigures(near!, '1,234.56')
  expect(figures.map(({ text }) => text)).toEqual(['1.50', '1.50', '1.36', '21.000'])
  for (const other of others) expect(profileFigures(other, '1,234.56')).toEqual(figures)
})
