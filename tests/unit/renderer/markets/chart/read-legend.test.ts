import * as v from 'valibot'
import { expect, it } from 'vitest'
import { chartSchema } from '#shared/contract/market/panels/chart'
import { ChartModel } from '#renderer/panels/chart/model'
import { readLegend } from '#renderer/panels/chart/read-legend'
import type { TradedStatistics } from '#renderer/lib/markets/index'
import { chartOf, type Trade } from './news'

const day = 86_400
const trade = (second: number): Trade => ({ second, price: 10_000, amount: 1000, side: 'buy' })

/** Recorded from 10:00 on the second day. */
const session = { complete: false, since: (day + 36_000) * 1000, news: { from: day * 1000 } }

function vwapAt(model: ChartModel, slot: number) {
  const { figures } = readLegend({
    model,
    view: { session: session as TradedStatistics },
    settings: v.parse(chartSchema, {}),
    clock: 'utc',
    now: 2 * day * 1000,
    pointed: { slot, price: null },
    sizeAt: () => null
  })
  return figures.filter(({ name }) => name.startsWith('VWAP')).map(({ name, text }) => `${name} ${text}`)
}

it('says since when VWAP was recorded only of the day that it is of', () => {
  const model = new ChartModel()
  model.follow(chartOf([trade(day - 60), trade(day + 36_000)], '1h'), null, null)
  const last = model.slots.all.length - 1
  expect(vwapAt(model, last)).toEqual(['VWAP from 10:00 100.0000'])
  expect(vwapAt(model, 0)).toEqual(['VWAP 100.0000'])
})

it('has no VWAP at a time that was not recorded', () => {
  const model = new ChartModel()
  const watched = [0, (day + 36_600) * 1000, (day + 37_200) * 1000, Infinity]
  model.follow(chartOf([trade(day + 36_000), trade(day + 37_800)], '1m', { watched }), null, null)
  const gap = model.slots.all.findIndex(({ seen }) => seen === 'none')
  expect(gap).toBeGreaterThan(0)
  expect(vwapAt(model, gap)).toEqual(['VWAP from 10:00 –'])
})
