import { expect, it } from 'vitest'
import { boxLines } from '#renderer/panels/depth/box-lines'
import { pointedAt, type SentLevels } from '#renderer/panels/depth/figures'
import { levelsOf, type PlainBook } from '../book/books'

const plain: PlainBook = {
  bids: [
    ['99.50', '2.5'],
    ['98.00', '1.5']
  ],
  asks: [
    ['100.50', '1.25'],
    ['101.00', '0.75'],
    ['1234.00', '10']
  ]
}
const options = {
  average: true,
  mirror: true,
  numbers: '1,234.56',
  units: { base: 'BTC', quote: 'USD' },
  places: 2
} as const

function said(sent: SentLevels, side: 'bids' | 'asks', row: number) {
  return boxLines(pointedAt([sent], sent, side, row)!, options).map(({ name, figure }) => `${name} ${figure}`)
}

it('shows the cost of a price and the other side', () => {
  const sent = { book: levelsOf(plain), levels: 500, grouping: null }
  expect(said(sent, 'asks', 1)).toEqual([
    'Ask ≤ 101.00',
    'Size 2 BTC',
    'Cost 201.38 USD',
    'Average 100.69 (+0.69%)',
    'To fill +1.00%',
    'Bid ≥ 99.00',
    'Size 2.5 BTC',
    'Bid / ask 1.25'
  ])
  expect(said(sent, 'asks', 2)[5]).toBe('Bid ≥ not known that far')
  expect(said(sent, 'bids', 1)[4]).toBe('To fill -2.00%')
  // More may follow the last level.
  expect(said(sent, 'bids', 0)[1]).toBe('Size 2.5 BTC')
  expect(said(sent, 'bids', 1)[1]).toBe('Size at least 4 BTC')
})

it('rounds a bound outward', () => {
  const thirds: PlainBook = { bids: [['99.99', '0.333']], asks: [['100.01', '0.333']] }
  const merged = { book: levelsOf(thirds, '0.07'), levels: 500, grouping: '0.07' }
  // 0.333 of 100.03 is 33.30999, of 99.96 it is 33.28668.
  expect(said(merged, 'asks', 0)).toContain('Cost ≤ 33.31 USD')
  expect(said(merged, 'bids', 0)).toContain('Cost ≥ 33.28 USD')
})

it('shows the reference without a mid, and bounds for merged costs', () => {
  const oneSided = { book: levelsOf({ bids: [], asks: plain.asks }), levels: 500, grouping: null }
  expect(said(oneSided, 'asks', 1)).toContain('From best +0.50%')
  expect(said(oneSided, 'asks', 1)).toContain('Bid ≥ not known that far')
  const merged = { book: levelsOf(plain, '5'), levels: 500, grouping: '5' }
  expect(said(merged, 'asks', 0)).toContain('Cost ≤ 210.00 USD')
  expect(said(merged, 'asks', 0)).toContain('Levels in steps of 5')
})
