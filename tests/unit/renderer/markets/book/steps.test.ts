import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareDecimals, multiplyDecimals, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { stepIndexOf, rememberedStep, rememberStep, stepsFrom, StepWindow } from '#renderer/panels/book/steps'

const ten = { units: 10n, scale: 0 }

const tickAt = (scale: number): Decimal => ({ units: 1n, scale })

it('uses 1, 2, 5 times powers of ten from the tick', () => {
  expect(stepsFrom(tickAt(2), { units: 100n, scale: 0 })).toEqual([
    '0.01',
    '0.02',
    '0.05',
    '0.1',
    '0.2',
    '0.5',
    '1',
    '2',
    '5',
    '10'
  ])
  expect(stepsFrom(tickAt(0), { units: 3n, scale: 0 })).toEqual(['1'])
  expect(stepsFrom(tickAt(8), { units: 1234n, scale: 8 }).slice(0, 4)).toEqual([
    '0.00000001',
    '0.00000002',
    '0.00000005',
    '0.0000001'
  ])
})

it('contains ascending steps up to a tenth of the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), fc.bigInt({ min: 1n, max: 10n ** 24n }), (scale, units) => {
      const price = { units, scale }
      const steps = stepsFrom(tickAt(scale), price)
      expect(steps[0]).toBe(stepsFrom(tickAt(scale), null)[0])
      steps.forEach((step, index) => {
        expect(step).toMatch(/^(0\.0*)?[125]0*$/)
        if (index === 0) return
        expect(compareDecimals(parseDecimal(step)!, parseDecimal(steps[index - 1]!)!)).toBe(1)
        expect(compareDecimals(multiplyDecimals(parseDecimal(step)!, ten), price)).toBeLessThanOrEqual(0)
      })
    })
  )
})

it('finds a step in any spelling, or the next coarser one', () => {
  const steps = stepsFrom(tickAt(2), { units: 1000n, scale: 0 })
  fc.assert(
    fc.property(fc.nat(steps.length - 1), fc.nat(3), (place, zeros) => {
      const step = steps[place]!
      const written = step.includes('.') ? step + '0'.repeat(zeros) : step
      expect(stepIndexOf(steps, written)).toBe(place)
    })
  )
  expect(stepIndexOf(steps, null)).toBe(0)
  expect(stepIndexOf(steps, '0.001')).toBe(0)
  expect(stepIndexOf(steps, '0.3')).toBe(steps.indexOf('0.5'))
  expect(stepIndexOf(steps, '1000000')).toBe(steps.length - 1)
  expect(stepIndexOf([], '1')).toBe(-1)
})

it('scrolls only at the edge', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.constantFrom(-1, 1), { maxLength: 60 }),
      (count, moves) => {
        const window = new StepWindow(4)
        let place = 0
        let before = window.from(count, place)
        for (const move of moves) {
          place = Math.max(0, Math.min(count - 1, place + move))
          const from = window.from(count, place)
          expect(place >= from && place < from + 4).toBe(true)
          if (place > 0) expect(place - 1).toBeGreaterThanOrEqual(from)
          if (place < count - 1) expect(place + 1).toBeLessThan(from + 4)
          expect(Math.abs(from - before)).toBeLessThanOrEqual(1)
          before = from
        }
      }
    )
  )
})

it('remembers one step per market, limited to the latest', () => {
  let kept: readonly string[] = []
  kept = rememberStep(kept, 'BTCUSD', '0.5')
  kept = rememberStep(kept, 'BTC', '2')
  kept = rememberStep(kept, 'BTCUSD', '1')
  expect(kept).toEqual(['BTC=2', 'BTCUSD=1'])
  expect(rememberedStep(kept, 'BTCUSD')).toBe('1')
  expect(rememberedStep(kept, 'BTC')).toBe('2')
  expect(rememberedStep(kept, 'ETHUSD')).toBeNull()
  expect(rememberStep(kept, 'BTC', null)).toEqual(['BTCUSD=1'])
  for (let market = 0; market < 300; market += 1) kept = rememberStep(kept, `M${market}`, '1')
  expect(kept.length).toBe(100)
  expect(rememberedStep(kept, 'M299')).toBe('1')
})

it.each(['BTCUSD=', 'BTCUSD=0', 'BTCUSD=-1', 'BTCUSD=1e5', 'BTCUSD', 'BTCUSD=x'])(
  'treats %s as no selection',
  (odd) => {
    expect(rememberedStep([odd], 'BTCUSD')).toBeNull()
  }
)

it('starts with the tick and uses multiples of it', () => {
  expect(stepsFrom({ units: 5n, scale: 3 }, { units: 1n, scale: 0 }).slice(0, 5)).toEqual([
    '0.005',
    '0.01',
    '0.02',
    '0.05',
    '0.1'
  ])
  expect(stepsFrom({ units: 25n, scale: 2 }, { units: 100n, scale: 0 })).toEqual([
    '0.25',
    '0.5',
    '1',
    '2',
    '5',
    '10'
  ])
})
