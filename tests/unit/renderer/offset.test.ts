import { expect, test } from 'vitest'
import { formatOffset } from '#renderer/lib/plot/figures'

test.each([
  [0, '0.0 ms'],
  [-0.04, '0.0 ms'],
  [0.04, '0.0 ms'],
  [-0.06, '−0.1 ms'],
  [12.34, '+12.3 ms'],
  [-300_000, '−300.0 s'],
  [Infinity, '–']
])('shows an offset of %d ms as %s', (milliseconds, words) => {
  expect(formatOffset(milliseconds, '1,234.56').replace(/\s/g, ' ')).toBe(words)
})
