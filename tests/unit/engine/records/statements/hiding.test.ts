import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutAddresses } from '#engine/records/statements/layout/hiding'
import { recordOf } from '#engine/records/statements/layout/sidecar'
import { statementOf } from './support'

const secret = 'SECRETSECRET'
const encoders: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  (text) => text.replace(/[:/=&]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (text) => JSON.stringify({ href: encodeURIComponent(text) })
]
const beginnings = ['https://bucket.test/a.pdf', 'HTTP://b/a b.pdf', '//bucket.test/a.pdf', '/a.pdf', 'a.pdf']
const queries = [
  `X-Amz-Signature=${secret}`,
  `x-goog-signature=${secret}`,
  `Expires=1&Signature=${secret}`,
  `se=2026&sig=${secret}`,
  `Policy=${secret}`,
  `token=${secret}`,
  `AWSAccessKeyId=${secret}&x=1`
]

test('keeps no part of a presigned URL, however it is written and wherever it occurs', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...beginnings),
      fc.constantFrom('?', '?a=1&', ' ?', ' and '),
      fc.constantFrom(...queries),
      fc.constantFrom(...encoders),
      fc.constantFrom('', 'See ', '("', '\n'),
      fc.constantFrom('value', 'name', 'deep'),
      (beginning, mark, query, encode, before, place) => {
        const text = before + encode(`${beginning}${mark}${query}`)
        const more =
          place === 'value'
            ? { note: text }
            : place === 'name'
              ? { [text]: 1 }
              : { deep: [{ links: [text, { [text]: text }] }] }
        const kept = JSON.stringify(recordOf(statementOf({ more })))
        expect(kept).not.toContain(secret)
        expect(JSON.stringify(withoutAddresses(more))).not.toContain(secret)
      }
    ),
    { numRuns: 500 }
  )
})

test.each([
  '//bucket.test/path/SECRET',
  'see //bucket.test/SECRET',
  'https%3A%2F%2Fbucket.test%2FSECRET',
  'https%253A%252F%252Fbucket.test%252FSECRET',
  '{"url":"https:\\/\\/bucket.test\\/SECRET"}',
  'https://bucket.test/my file.pdf?key=SECRET',
  'c7]N://bucket.test/SECRET'
])('hides all of %s', (text) => expect(withoutAddresses(text)).toBe('(address)'))

test.each([
  ['Design=good, 50% of 2/3 // and more', 'Design=good, 50% of 2/3 // and more'],
  ['See https://rewards.test/terms, please', 'See (address) please'],
  ['a\\b 100%', 'a\\b 100%'],
  ['2026-10-01T00:00:00Z', '2026-10-01T00:00:00Z']
])('turns %s into %s', (text, left) => expect(withoutAddresses(text)).toBe(left))

test('keeps words and numbers unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abc XYZ019.,-_%é€\\') }), (text) => {
      expect(withoutAddresses({ [text]: [text] })).toEqual({ [text]: [text] })
    })
  )
})
