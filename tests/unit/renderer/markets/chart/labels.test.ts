import { expect, it } from 'vitest'
import { SumAxis } from '#renderer/panels/chart/compare/sum-axis'
import { besideLast } from '#renderer/panels/chart/drawings/drawing-layer'
import { fittedLabel } from '#renderer/panels/chart/label-layer'
import { PriceText } from '#renderer/panels/chart/price-text'

const axis = (heightOf: (value: number) => number | null = () => 200) =>
  Object.assign(new SumAxis(new PriceText()), { heightOf })

it('writes a ratio at the crosshair with a digit more than the axis has', () => {
  const ratios = axis()
  expect(ratios.shownMany([20.4595, 20.46, 20.4605])).toEqual(['20.4595', '20.4600', '20.4605'])
  expect(ratios.shown(20.459_655_964_78)).toBe('20.45966')
  expect(ratios.shownMany([61_108, 61_109])).toEqual(['61,108', '61,109'])
  expect(ratios.shown(61_109.041_260_64)).toBe('61,109.0')
})

it('leaves out the labels of the left axis that the legend covers', () => {
  const heights: Readonly<Record<number, number>> = { 3: 12, 2: 60, 1: 110 }
  expect(axis((value) => heights[value]!).shownMany([3, 2, 1])).toEqual(['', '2', '1'])
  const prices = new PriceText()
  prices.isPercentCovered = (percent) => percent > 1
  expect(prices.percentMany([1.5, 1, 0.5])).toEqual(['', '+1.00%', '+0.50%'])
})

it('names a strip by the longest words that fit', () => {
  const wide = (words: string, value: string) => words.length + value.length
  const fitted = (words: string, room: number) => fittedLabel({ words, value: '-9.66' }, room, wide)
  expect(fitted('CVD from 00:28, by inferred side', 40)).toEqual([
    'CVD from 00:28, by inferred side',
    '-9.66'
  ])
  expect(fitted('CVD from 00:28, by inferred side', 20)).toEqual(['CVD', '-9.66'])
  expect(fitted('CVD, by inferred side', 4)).toEqual(['CVD', ''])
  expect(fitted('CVD', 2)).toBeNull()
})

it('writes the price of a line beside the last price', () => {
  expect([100, 130, 150].map((y) => besideLast(y, 140))).toEqual([100, 122, 158])
  expect(besideLast(140, 140)).toBe(158)
  expect(besideLast(140, null)).toBe(140)
})
