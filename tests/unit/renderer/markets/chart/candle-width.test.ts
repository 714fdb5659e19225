import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { candleWidth } from '#renderer/panels/chart/candle-width'

const library = readFileSync(
  new URL(
    '../../../../../node_modules/lightweight-charts/dist/lightweight-charts.development.mjs',
    import.meta.url
  ),
  'utf8'
)
const source = /function optimalCandlestickWidth\([\s\S]*?\n\}/.exec(library)![0]
const libraryWidth = runInNewContext(`(${source})`) as (spacing: number, ratio: number) => number

it('is the width of the library, and has its middle where a wick has', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.4, max: 200, noNaN: true }),
      fc.constantFrom(1, 1.25, 1.5, 2, 3),
      (spacing, ratio) => {
        const width = candleWidth(spacing, ratio)
        expect([0, 1]).toContain(libraryWidth(spacing, ratio) - width)
        if (width >= 2) expect(width % 2).toBe(Math.floor(ratio) % 2)
      }
    )
  )
})
