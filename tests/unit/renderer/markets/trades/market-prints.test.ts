import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { printsSettings } from '#shared/contract/market/panels/prints'
import { tapeSettings } from '#shared/contract/market/panels/trades'
import { TapeTrades } from '#renderer/lib/markets/trades'
import { TapeModel } from '#renderer/lib/tape/tape-model'
import { MarketPrints } from '#renderer/panels/prints/market-prints'
import { anyPrint, newsOf, type Print } from './trade'

const settings = v.parse(printsSettings, { largePercent: '90', largeOf: 50 })
/** Frames of prints that follow each other in time. */
const frames = fc
  .array(fc.array(anyPrint, { maxLength: 12 }), { minLength: 1, maxLength: 40 })
  .map((all) =>
    all.map((prints, frame) =>
      prints.map((print) => ({ ...print, millisecond: frame * 3 + print.millisecond }))
    )
  )

function play(all: readonly (readonly Print[])[], max: number, prints: MarketPrints) {
  const trades = new TapeTrades(max)
  let next = 0
  for (const news of all) {
    trades.apply(newsOf(news, next, { fresh: next === 0 }))
    next += news.length
    prints.take({ trades })
  }
  return trades
}

const shown = (rows: Iterable<{ readonly first: number; readonly amount: string; readonly count: number }>) =>
  Array.from(rows, ({ first, amount, count }) => `${first} ${amount} ${count}`).sort()

it('lists the rows that a tape marks as large, also when its own tape is shorter', () => {
  fc.assert(
    fc.property(frames, (all) => {
      const short = new MarketPrints(settings)
      play(all, 80, short)
      const trades = new TapeTrades(1000)
      const model = new TapeModel(v.parse(tapeSettings, { ...settings, large: 'percentile' }))
      trades.apply(newsOf(all.flat(), 0))
      model.take({ trades, candles: null })
      const large = model.rows(Infinity).filter((row) => row.kind === 'trade')
      expect(shown(short.rows)).toEqual(shown(large.filter((row) => row.large)))
    })
  )
})

it('lists only those of the least value, and starts again with another tape', () => {
  const print = (amount: number, millisecond: number): Print => ({
    ...{ amount, millisecond, nanosecond: 0, price: 100, side: 1 }
  })
  const usual = Array.from({ length: 30 }, (_, at) => print(1, at))
  const prints = new MarketPrints({ ...settings, valueAtLeast: '0.0035' })
  play([usual, [print(35, 40), print(34, 41), print(36, 42)]], 1000, prints)
  expect(Array.from(prints.rows, ({ amount }) => amount)).toEqual(['0.0036', '0.0035'])
  expect(prints.take({ trades: new TapeTrades(10) })).toBe(true)
  expect([...prints.rows]).toEqual([])
})
