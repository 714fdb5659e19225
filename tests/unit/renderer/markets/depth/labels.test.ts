import { expect, it } from 'vitest'
import { extentAt, isClear, labelHeight } from '#renderer/panels/depth/labels'

it('keeps a label inside', () => {
  expect(extentAt(100, 40, 300)).toEqual({ left: 80, right: 120 })
  expect(extentAt(5, 40, 300)).toEqual({ left: 0, right: 40 })
  expect(extentAt(299, 40, 300)).toEqual({ left: 260, right: 300 })
})

it('separates two labels', () => {
  const label = { left: 80, right: 120 }
  expect(isClear({ left: 126, right: 160 }, label)).toBe(true)
  expect(isClear({ left: 121, right: 160 }, label)).toBe(false)
  expect(isClear({ left: 30, right: 79 }, label)).toBe(false)
  expect(isClear({ left: 0, right: 300 }, null)).toBe(true)
})

it('keeps the label of a line off the curve where one side of it is free', () => {
  expect(labelHeight(100, null)).toBe(93)
  // Above, below and across both.
  expect(labelHeight(100, { top: 20, bottom: 60 })).toBe(93)
  expect(labelHeight(100, { top: 80, bottom: 95 })).toBe(108)
  expect(labelHeight(100, { top: 103, bottom: 120 })).toBe(93)
  expect(labelHeight(100, { top: 80, bottom: 120 })).toBe(93)
})
