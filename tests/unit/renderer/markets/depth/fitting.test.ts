import { expect, it } from 'vitest'
import { fitting } from '#renderer/panels/depth/scene'
import { levelsOf, price, type PlainBook } from '../book/books'

const side = (away: readonly number[], sizes: readonly string[], up: boolean) =>
  away.map((distance, row) => [price(100_000 + (up ? distance : -distance), 2), sizes[row] ?? '1'] as const)
const near = Array.from({ length: 50 }, (_, row) => row + 1)
const far = Array.from({ length: 10 }, (_, row) => 5_000 + row * 1_000)

it('fits most of the size despite a long tail', () => {
  const away = [...near, ...far]
  const sizes = [...near.map(() => '10'), ...far.map(() => '0.001')]
  const plain: PlainBook = { bids: side(away, sizes, false), asks: side(away, sizes, true) }
  expect(fitting(levelsOf(plain))).toBeLessThanOrEqual(50)
  expect(fitting(levelsOf(plain))).toBeGreaterThan(30)
})

it('ignores one far large level and an empty side', () => {
  const plain: PlainBook = {
    bids: side([...near, 90_000], [...near.map(() => '1'), '1000000'], false),
    asks: []
  }
  expect(fitting(levelsOf(plain))).toBeLessThan(60)
  expect(fitting(levelsOf({ bids: side([5], ['1'], false), asks: side([7], ['1'], true) }))).toBeGreaterThan(
    5
  )
})
