import fc from 'fast-check'
import { expect, it } from 'vitest'
import { visible, visibleLines } from '#shared/domain/base/visible'

it.each([
  ['1000.00', '1000.00'],
  ['\u202e001', '\ufffd001'],
  ['a\u200bb\u0000c\ufeff', 'a\ufffdb\u2400c\ufffd'],
  ['\u{e0041}\ufff9', '\ufffd\ufffd\ufffd'],
  ['two\nlines', 'two\u240alines'],
  ['Büro – 東京 – مكتب – 🏦', 'Büro – 東京 – مكتب – 🏦']
])('shows %j as %j', (text, shown) => expect(visible(text)).toBe(shown))

it('keeps line ends on request', () => {
  expect(visibleLines('two\r\nlines\tand\n\u202ea turn')).toBe('two\nlines\u2409and\n\ufffda turn')
})

it('replaces everything invisible', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = visible(text)
      expect(shown).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b]/u)
      expect(shown).toHaveLength(text.length)
      expect(visible(shown)).toBe(shown)
    })
  )
})
