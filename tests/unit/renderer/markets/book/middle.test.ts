import { expect, it } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import { driftOf, middleWords } from '#renderer/panels/book/middle'
import { levelsOf, type PlainBook } from './books'

const words = (bids: PlainBook['bids'], asks: PlainBook['asks']) =>
  middleWords(levelsOf({ bids, asks }), 10, '1,234.56')

it('shows spread, basis points and imbalance', () => {
  expect(words([['64211.00', '2.36']], [['64211.50', '1.64']])).toEqual({
    spread: 'Spread 0.50',
    crossed: false,
    basisPoints: '0.1 bp',
    imbalance: '+18%',
    lean: 'up'
  })
})

it.each([
  [
    'a small spread is not none',
    [['64250.00', '1']],
    [['64250.01', '1']],
    { basisPoints: '0.002 bp', imbalance: '0%' }
  ],
  ['one side is empty', [['1', '1']], [], { spread: 'Spread –', basisPoints: '', imbalance: '+100%' }],
  ['both are', [], [], { spread: 'Spread –', basisPoints: '', imbalance: '', lean: null }],
  ['it is crossed', [['101', '1']], [['100', '3']], { spread: 'Crossed -1', crossed: true, lean: 'down' }],
  ['it is locked', [['100', '1']], [['100.0', '1']], { spread: 'Locked 0.0', crossed: true }],
  [
    'prices are tiny',
    [['0.00001234', '1']],
    [['0.00001235', '1']],
    { spread: 'Spread 0.00000001', basisPoints: '8.1 bp' }
  ]
] as const)('where %s', (_, bids, asks, expected) => {
  expect(words(bids, asks)).toMatchObject(expected)
})

it('shows the exact move of the middle', () => {
  const levels = levelsOf({ bids: [['100.1', '1']], asks: [['100.2', '1']] })
  expect(driftOf(parseDecimal('100.05'), levels, '1,234.56')).toBe('+0.1')
  expect(driftOf(parseDecimal('1200.15'), levels, '1,234.56')).toBe('-1,100')
  expect(driftOf(parseDecimal('100.15'), levels, '1,234.56')).toBeNull()
  expect(driftOf(null, levels, '1,234.56')).toBeNull()
})
