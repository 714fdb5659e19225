import { expect, it } from 'vitest'
import fc from 'fast-check'
import { piecesOf } from '#renderer/records/addresses/table/pieces'

const plain = (text: string, ranges: readonly (readonly [number, number])[], max: number) =>
  piecesOf(text, ranges, max)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

it('shortens in the middle, outside matches', () => {
  expect(plain('bc1qy9tljweezztn6rwhmln7pv7rszxqt9zw9hcyqk', [], 22)).toBe('bc1qy9tljweez…zw9hcyqk')
  expect(plain('bc1qy9tljweezztn6rwhmln7pv7rszxqt9zw9hcyqk', [[0, 4]], 22)).toBe('[bc1q]y9tljweez…zw9hcyqk')
  expect(plain('bc1qy9tljweezztn6rwhmln7pv7rszxqt9zw9hcyqk', [[20, 24]], 22)).toMatch(
    /^bc1q….*\[mln7\].*…cyqk$/
  )
  expect(plain('short', [[1, 3]], 22)).toBe('s[ho]rt')
})

it('keeps the length and original parts', () => {
  const cases = fc.record({
    text: fc.string({ minLength: 1, maxLength: 120 }).filter((text) => !text.includes('…')),
    from: fc.nat(120),
    length: fc.integer({ min: 1, max: 40 }),
    max: fc.integer({ min: 8, max: 60 })
  })
  fc.assert(
    fc.property(cases, ({ text, from, length, max }) => {
      const start = Math.min(from, text.length - 1)
      const range = [start, Math.min(text.length, start + length)] as const
      const pieces = piecesOf(text, [range], max)
      const shown = pieces.map((piece) => piece.text).join('')
      expect(shown.length).toBeLessThanOrEqual(Math.max(max, 0))
      let at = 0
      for (const part of shown.split('…').filter((each) => each !== '')) {
        const place = text.indexOf(part, at)
        expect(place).toBeGreaterThanOrEqual(0)
        at = place + part.length
      }
      for (const piece of pieces.filter(({ hit }) => hit)) expect(text.slice(...range)).toContain(piece.text)
      expect(pieces.some(({ hit }) => hit)).toBe(true)
    })
  )
})
