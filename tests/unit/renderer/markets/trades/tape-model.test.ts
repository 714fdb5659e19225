import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { tapeSettings } from '#shared/contract/market/panels/trades'
import { TapeModel, type TapeOptions } from '#renderer/lib/tape/tape-model'
import { TapeTrades } from '#renderer/lib/markets/trades'
import { anyPrint, newsOf, type Print } from './trade'

const options: TapeOptions = { ...v.parse(tapeSettings, {}), largeOf: 50 }
const frames = fc.array(fc.array(anyPrint, { maxLength: 12 }), { minLength: 1, maxLength: 12 })

function play(model: TapeModel, max = 1000) {
  const trades = new TapeTrades(max)
  let next = 0
  return {
    trades,
    get next() {
      return next
    },
    send(prints: readonly Print[], skipped = 0) {
      next += skipped
      trades.apply(newsOf(prints, next, { fresh: next === 0, skipped }))
      next += prints.length
      return model.take({ trades, candles: null })
    }
  }
}

it('freezes while held, counts new prints, and catches up', () => {
  fc.assert(
    fc.property(frames, frames, fc.integer({ min: 0, max: 40 }), (before, meanwhile, min) => {
      const model = new TapeModel({ ...options, together: false, atLeast: (min / 10_000).toFixed(4) })
      const tape = play(model)
      before.forEach((prints) => tape.send(prints))
      model.hold()
      const held = structuredClone(model.rows(Infinity))
      let passed = 0
      for (const prints of meanwhile) {
        tape.send(prints)
        passed += prints.filter(({ amount }) => amount >= min).length
        expect(model.rows(Infinity)).toEqual(held)
        expect(model.waiting).toEqual({ count: passed, more: false })
      }
      model.release()
      expect(model.waiting).toBeNull()
      const shown = model.rows(Infinity).map((row) => (row.kind === 'trade' ? row.trade.number : NaN))
      const expected = tape.trades.rows.filter(({ size }) => Math.round(size * 10_000) >= min)
      expect(shown).toEqual(expected.map(({ number }) => number).reverse())
    })
  )
})

it('counts a passing print with its group', () => {
  const model = new TapeModel({ ...options, atLeast: '0.0015' })
  const tape = play(model)
  const print = { millisecond: 1, nanosecond: 0, price: 100, amount: 10, side: 1 }
  tape.send([{ ...print, millisecond: 0 }])
  model.hold()
  tape.send([print])
  expect(model.waiting?.count).toBe(0)
  tape.send([print])
  expect(model.waiting?.count).toBe(2)
})

it('reports more prints than kept', () => {
  const model = new TapeModel({ ...options, together: false })
  const tape = play(model, 10)
  const prints = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => ({
      millisecond: from + at,
      nanosecond: 0,
      price: 100,
      amount: 1,
      side: 1
    }))
  tape.send(prints(5, 0))
  model.hold()
  tape.send(prints(10, 10))
  expect(model.waiting).toEqual({ count: 10, more: false })
  tape.send(prints(5, 30))
  expect(model.waiting).toEqual({ count: 10, more: true })
})

it('inserts skipped prints once', () => {
  const model = new TapeModel({ ...options, together: false })
  const tape = play(model)
  const print = (millisecond: number) => ({ millisecond, nanosecond: 0, price: 100, amount: 1, side: 1 })
  tape.send([print(0), print(1)])
  tape.send([print(100), print(101)], 37)
  const rows = model.rows(Infinity)
  expect(rows.map(({ kind }) => kind)).toEqual(['trade', 'trade', 'skipped', 'trade', 'trade'])
  expect(rows[2]).toMatchObject({ count: 37 })
})

it('plays sounds only for new large rows', () => {
  const print = (millisecond: number, amount: number) => ({
    millisecond,
    nanosecond: 0,
    price: 100,
    amount,
    side: 1
  })
  const many = Array.from({ length: 40 }, (_, at) => print(at, at === 39 ? 500 : 10))
  for (const sound of [true, false]) {
    const tape = play(new TapeModel({ ...options, sound }))
    expect(tape.send(many)).toEqual([])
    expect(tape.send([print(60, 10)])).toEqual([])
    expect(tape.send([print(61, 900), print(62, 1)]).map(({ amount }) => amount)).toEqual(
      sound ? ['0.0900'] : []
    )
  }
})

it('is released with its tape', () => {
  const model = new TapeModel(options)
  play(model).send([{ millisecond: 0, nanosecond: 0, price: 100, amount: 1, side: 1 }])
  model.hold()
  expect(model.held).toBe(true)
  model.take({ trades: new TapeTrades(10), candles: null })
  expect(model.held).toBe(false)
  expect(model.rows(10)).toEqual([])
})

it('shows nothing newer when filtered while held', () => {
  const model = new TapeModel({ ...options, large: 'off', together: false })
  const tape = play(model)
  const print = { millisecond: 1, nanosecond: 0, price: 100, amount: 10, side: 1 }
  tape.send([print, { ...print, amount: 20 }])
  model.hold()
  tape.send([{ ...print, amount: 30 }])
  model.set({ ...options, large: 'off', together: false, atLeast: '0.0015' })
  expect(model.rows(9).map((row) => row.kind === 'trade' && row.amount)).toEqual(['0.0020'])
  expect(model.waiting?.count).toBe(1)
})
