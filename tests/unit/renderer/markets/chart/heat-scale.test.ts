import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { channelsOf, mixed } from '#renderer/panels/chart/colours'
import {
  brightestOf,
  opacityOf,
  opacityOfBin,
  shadeOf,
  shadesOf,
  warmth
} from '#renderer/panels/chart/heat-scale'
import type { HeatColumn } from '#renderer/lib/markets/heat'
import { contrast, looks } from '../../contrast'

const column = (sizes: readonly number[]): HeatColumn => ({
  start: 0,
  seen: 1,
  bin: 1,
  first: 0,
  bid: NaN,
  ask: NaN,
  sizes: Float32Array.from(sizes),
  largest: Math.max(...sizes)
})
const size = fc.double({ min: 1e-6, max: 1e6, noNaN: true })

it('is brightest just above 98 of 100 sizes', () => {
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 300 }), (sizes) => {
      const brightest = brightestOf([column([...sizes, NaN, 0])], 0, 1)
      const sorted = sizes.map(Math.fround).sort((one, other) => one - other)
      const percentile = sorted[Math.ceil(sizes.length * 0.98) - 1]!
      expect(brightest).toBeGreaterThanOrEqual(percentile)
      expect(brightest).toBeLessThanOrEqual(percentile * 1.5)
    })
  )
})

it('ignores one huge order and invisible columns', () => {
  const usual = Array.from({ length: 99 }, () => 1)
  expect(brightestOf([column([...usual, 1e6]), column([1e9])], 0, 1)).toBeLessThan(2)
  expect(brightestOf([column([NaN, 0])], 0, 1)).toBe(0)
})

it('grows logarithmically from nothing to one', () => {
  fc.assert(
    fc.property(size, size, size, (one, other, brightest) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      expect(warmth(less, brightest)).toBeLessThanOrEqual(warmth(more, brightest))
      expect(warmth(more, brightest)).toBeGreaterThanOrEqual(0)
      expect(warmth(more, brightest)).toBeLessThanOrEqual(1)
    })
  )
  expect(warmth(8, 64) - warmth(4, 64)).toBeCloseTo(warmth(32, 64) - warmth(16, 64), 12)
  expect([warmth(NaN, 1), warmth(0, 1), warmth(5, 0), warmth(5, 5)]).toEqual([0, 0, 0, 1])
})

it('leaves unobserved cells empty, with a color per theme', () => {
  const shades = shadesOf('#6ea8fe')
  expect(shades[shadeOf(NaN, 10)]! >>> 24).toBe(0)
  const brightest = shades[shadeOf(10, 10)]!
  expect([brightest & 255, (brightest >> 8) & 255, (brightest >> 16) & 255]).toEqual([0x6e, 0xa8, 0xfe])
  expect(brightest >>> 24).toBe(Math.round(255 * opacityOf(1)))
})

const css = readFileSync(new URL('../../../../../renderer/ui/tokens.css', import.meta.url), 'utf8')
it.each(Object.entries(looks(css)))(
  'leaves candles and VWAP at 3:1 over the brightest heat: %s',
  (_, look) => {
    const brightest = mixed(
      look['accent']!,
      look['panel']!.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'),
      opacityOf(1)
    )
    for (const front of ['bid', 'ask', 'warning'])
      expect(contrast(look[front]!, brightest)).toBeGreaterThanOrEqual(3)
  }
)

it('keeps common sizes faint', () => {
  expect(opacityOf(warmth(1, 4)) / opacityOf(warmth(4, 4))).toBeLessThan(0.4)
})

it('reads short color codes', () => {
  expect(channelsOf('#fff')).toEqual([255, 255, 255])
  expect(mixed('#000', '#ffffff', 0.5)).toBe('#808080')
})

it('decreases with bin height and never vanishes', () => {
  const height = fc.double({ min: 0.01, max: 5000, noNaN: true })
  fc.assert(
    fc.property(height, height, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      expect(opacityOfBin(high)).toBeLessThanOrEqual(opacityOfBin(low))
      expect(opacityOfBin(-low)).toBe(opacityOfBin(low))
      expect(opacityOfBin(high)).toBeGreaterThan(0.2)
    })
  )
  expect(opacityOfBin(8)).toBe(1)
  expect(opacityOfBin(90)).toBeLessThan(0.5)
})
