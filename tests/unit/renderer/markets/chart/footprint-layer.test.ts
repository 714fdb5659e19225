import type { Coordinate, Logical } from 'lightweight-charts'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import { SidedVolumes } from '#shared/domain/market/profile/sided-volumes'
import { unknownConfidence } from '#shared/domain/market/tape/aggressor'
import type { Look } from '#renderer/lib/canvas/index'
import { FootprintCells, type ShownFootprint } from '#renderer/panels/chart/footprint/cells'
import { FootprintLayer } from '#renderer/panels/chart/footprint/footprint-layer'
import { minConfidence } from '#renderer/panels/chart/footprint/sides'
import type { Target } from '#renderer/panels/chart/target'

const numbers = '1,234.56'
const look = new Proxy({}, { get: (_, name) => name }) as Look
/** Pixels of a row, which is one unit of the price. */
const rowHeight = 20
const bottom = 400

interface Print {
  readonly price: number
  readonly amount: string
  readonly aggressor?: 'buy' | 'sell' | 'unknown'
  readonly confidence?: number
}

interface Painted {
  /** The price of each row that is hatched. */
  readonly hatched: readonly number[]
  /** By row, from the left; below them those that are no row's. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/** Draws one candle with these prints; the row of a price is found by where it was painted. */
function paint(
  prints: readonly Print[],
  { isSided, words = '' }: { isSided: boolean; words?: string }
): Painted {
  const part = new SidedVolumes(true)
  for (const { price, amount, aggressor = 'unknown', confidence = unknownConfidence } of prints)
    part.add({
      price: { units: BigInt(price), scale: 0 },
      amount: parseDecimal(amount)!,
      aggressor,
      confidence
    })
  const cells = new FootprintCells().read(part, { units: 1n, scale: 0 })
  const rowAt = (y: number) => Math.floor((bottom - y) / rowHeight)
  const hatched: number[] = []
  const texts: Record<string, string[]> = {}
  let clipped: number | null = null
  const state: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * 6 }),
    rect: (_x: number, y: number, _width: number, height: number) => (clipped = rowAt(y + height / 2)),
    stroke: () => state['strokeStyle'] === 'lineStrong' && hatched.push(clipped!),
    fillText: (text: string, _x: number, y: number) => {
      const row = String(rowAt(y))
      texts[row] = [...(texts[row] ?? []), text]
    }
  }
  const context = new Proxy(state, { get: (_, name) => state[String(name)] ?? (() => undefined) })
  const footprint: ShownFootprint = { at: (slot) => (slot === 0 ? cells : null), isSided, words }
  const layer = new FootprintLayer({
    model: { footprint, slots: { all: [{ candle: null }] }, prices: { numbers } },
    time: {
      getVisibleLogicalRange: () => ({ from: 0 as Logical, to: 0 as Logical }),
      options: () => ({ barSpacing: 120 }),
      logicalToCoordinate: () => 60 as Coordinate
    },
    series: { priceToCoordinate: (price) => (bottom - price * rowHeight) as Coordinate },
    look: () => look,
    below: 0
  })
  const target = {
    useMediaCoordinateSpace: (draw: (scope: object) => void) =>
      draw({ context, mediaSize: { width: 600, height: bottom + 100 } })
  } as Target
  layer.paneViews().forEach((view) => view.renderer()!.draw(target))
  return { hatched, texts }
}

const sure = { aggressor: 'buy', confidence: minConfidence } as const
const unsure = { aggressor: 'sell', confidence: minConfidence - 1 } as const

describe('cells by inferred side', () => {
  it('are hatched below the confidence, or where it is not known', () => {
    const { hatched } = paint(
      [
        { price: 5, amount: '3', ...sure },
        { price: 6, amount: '2', ...unsure },
        { price: 7, amount: '1', aggressor: 'buy', confidence: unknownConfidence },
        { price: 8, amount: '4' },
        // Their mean counts.
        { price: 9, amount: '1', ...sure },
        { price: 9, amount: '1', ...unsure }
      ],
      { isSided: true }
    )
    expect(hatched).toEqual([6, 7, 8, 9])
  })

  it('have bid × ask, and their candle the delta, under words that say that sides are inferred', () => {
    const { texts } = paint(
      [
        { price: 5, amount: '3', ...sure },
        { price: 5, amount: '1.5', ...unsure },
        { price: 6, amount: '4' }
      ],
      { isSided: true, words: 'sides inferred' }
    )
    expect(texts['5']).toEqual(['1.5', '3'])
    expect(texts['6']).toEqual(['? 4'])
    expect(texts['4']).toEqual(['Δ +1.5', '79%'])
    expect(Object.values(texts).flat()).toContain('sides inferred')
  })
})

it('has neither sides, delta nor hatching without that mark', () => {
  const { hatched, texts } = paint(
    [
      { price: 5, amount: '3', ...sure },
      { price: 5, amount: '1.5', ...unsure },
      { price: 6, amount: '4', ...unsure }
    ],
    { isSided: false, words: 'volume' }
  )
  expect(hatched).toEqual([])
  expect(texts['5']).toEqual(['4.5'])
  expect(texts['6']).toEqual(['4'])
  expect(Object.values(texts).flat().toSorted()).toEqual(['4', '4.5', 'volume'])
})
