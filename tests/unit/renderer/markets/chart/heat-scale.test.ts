import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelsOf, mixed } from '#renderer/panels/chart/colours'
import { brightestOf, SteadyScale } from '#renderer/panels/chart/heat-scale'
import { heatTicks } from '#renderer/panels/chart/heat-ticks'
import type { HeatColumn } from '#renderer/lib/markets/heat'

const column = (sizes: readonly number[]): HeatColumn => ({
  start: 0,
  seen: 1,
  bin: 1,
  first: 0,
  figured: 0,
  figures: new Float64Array(),
  bid: NaN,
  ask: NaN,
  sizes: Float32Array.from(sizes),
  largest: Math.max(...sizes)
})
const everywhere = { lowest: -Infinity, highest: Infinity }
const size = fc.double({ min: 1e-6, max: 1e6, noNaN: true })

it('is brightest just above 98 of 100 sizes, but at most 16 times the typical size', () => {
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 300 }), (sizes) => {
      const brightest = brightestOf([column([...sizes, NaN, 0])], everywhere)
      const sorted = sizes.map(Math.fround).sort((one, other) => one - other)
      const percentile = sorted[Math.ceil(sizes.length * 0.98) - 1]!
      const typical = sorted[Math.ceil(sizes.length / 2) - 1]!
      const expected = Math.min(percentile, 16 * typical)
      expect(brightest).toBeGreaterThanOrEqual(expected)
      expect(brightest).toBeLessThanOrEqual(expected * 1.13)
    })
  )
})

it('is not darkened by one giant level, also in a thin book', () => {
  const usual = Array.from({ length: 99 }, () => 1)
  expect(brightestOf([column([...usual, 1e6])], everywhere)).toBeLessThan(2)
  const thin = column([1, 2, 1, 3, 1e6])
  expect(brightestOf([thin, thin, thin], everywhere)).toBeLessThanOrEqual(40)
  expect(brightestOf([column([NaN, 0])], everywhere)).toBe(0)
})

it('counts only the prices in view', () => {
  const far = Array.from({ length: 60 }, () => 1)
  const near = Array.from({ length: 10 }, () => 50)
  const own = [column([...far, ...near, ...far])]
  expect(brightestOf(own, everywhere)).toBeLessThan(20)
  const range = { lowest: 60.5, highest: 69.5 }
  expect(brightestOf(own, range)).toBeGreaterThanOrEqual(50)
  expect(brightestOf(own, { lowest: 61, highest: 61 })).toBe(brightestOf(own, range))
  expect(brightestOf(own, { lowest: 500, highest: 600 })).toBe(0)
})

describe('the scale', () => {
  const measured = fc.array(fc.oneof(size, fc.constantFrom(1, 1.2, 0.9, 40)), { minLength: 1 })

  it('never jumps between paints, and ends within a third of a doubling', () => {
    fc.assert(
      fc.property(measured, (sizes) => {
        const scale = new SteadyScale()
        scale.follow(sizes[0]!)
        expect(scale.brightest).toBe(sizes[0])
        for (const one of sizes) {
          const before = scale.brightest
          scale.follow(one)
          expect(Math.abs(Math.log2(scale.brightest / before))).toBeLessThanOrEqual(1 / 24 + 1e-9)
        }
        const last = sizes.at(-1)!
        let paints = 0
        while (scale.isMoving && paints < 2000) {
          scale.follow(last)
          paints += 1
        }
        expect(scale.isMoving).toBe(false)
        expect(Math.abs(Math.log2(scale.brightest / last))).toBeLessThanOrEqual(1 / 3 + 1e-9)
      })
    )
  })

  it('stays still while sizes change a little', () => {
    const scale = new SteadyScale()
    for (const one of [10, 11, 9, 12, 8.2]) scale.follow(one)
    expect(scale).toMatchObject({ brightest: 10, isMoving: false })
    scale.follow(0)
    expect(scale.brightest).toBe(0)
  })
})

it('has round sizes in its legend, in order and with room between them', () => {
  fc.assert(
    fc.property(size, (brightest) => {
      const ticks = heatTicks(brightest, '1,234.56')
      const shares = ticks.map(({ share }) => share)
      expect([shares[0], shares.at(-1)]).toEqual([0, 1])
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(5)
      // The scale has room for 20 digits; the first text is at its left, the last at its right, the others are centred.
      const places = ticks.map(({ share, text }, at) => {
        const length = text.length
        const left = at === 0 ? 0 : share === 1 ? 20 - length : share * 20 - length / 2
        return { left, right: left + length }
      })
      places.slice(1).forEach(({ left }, at) => expect(left - places[at]!.right).toBeGreaterThanOrEqual(1))
      expect(ticks.at(-1)!.text).toMatch(/\+$/)
    })
  )
  expect(heatTicks(41.7, '1,234.56').map(({ text }) => text)).toEqual(['0', '20', '42+'])
  expect(heatTicks(290_000, '1,234.56').map(({ text }) => text)).toEqual(['0', '100K', '290K+'])
  expect(heatTicks(38, '1,234.56').map(({ text }) => text)).toEqual(['0', '10', '20', '38+'])
})

it('reads short color codes', () => {
  expect(channelsOf('#fff')).toEqual([255, 255, 255])
  expect(mixed('#000', '#ffffff', 0.5)).toBe('#808080')
})
