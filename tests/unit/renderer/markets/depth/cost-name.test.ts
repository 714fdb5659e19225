import { expect, it } from 'vitest'
import type { SizeCosts } from '#renderer/lib/markets/index'
import { nameAt } from '#renderer/panels/depth/paint-cost'
import type { PlotArea } from '#renderer/panels/depth/plot-area'

const area = { bottom: 300, x: (price: number) => price, y: (size: number) => 300 - size } as PlotArea
const costs = (worst: number, size: number) =>
  ({ value: (_side, figure) => (figure === 'worst' ? worst : size) }) as SizeCosts

it('names a size at its height, above the prices of the axis', () => {
  expect(nameAt(area, costs(10, 100))).toBe(200)
  expect(nameAt(area, costs(10, 2))).toBe(292)
  expect(nameAt(area, costs(-1, 100))).toBeNull()
})
