import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVersions, isVersion } from '#engine/app/updates/version'

const number = fc.oneof(fc.nat(3), fc.nat(999_999_999))
const label = fc.oneof(fc.nat(30).map(String), fc.stringMatching(/^[0-9A-Za-z-]{1,4}$/))
const labels = fc.option(fc.array(label, { minLength: 1, maxLength: 3 }), { nil: null })
const version = fc
  .tuple(number, number, number, labels)
  .map(([major, minor, patch, parts]) => `${major}.${minor}.${patch}${parts ? `-${parts.join('.')}` : ''}`)

/** One text per version that sorts as the versions do, character by character. */
function sortable(text: string): string {
  const [, core = '', rest] = /^([^-]*)(?:-(.*))?$/.exec(text)!
  const padded = (digits: string) => BigInt(digits).toString().padStart(12, '0')
  const tail = rest?.split('.').map((each) => (/^\d+$/.test(each) ? `1${padded(each)}` : `2${each}`))
  return `${core.split('.').map(padded).join('.')}${tail ? `\u0001${tail.map((each) => `${each}\u0001`).join('')}` : '~'}`
}

test('orders versions like a slow oracle', () => {
  fc.assert(
    fc.property(version, version, (one, other) => {
      const [first, second] = [sortable(one), sortable(other)]
      const expected = first === second ? 0 : first < second ? -1 : 1
      expect(Math.sign(compareVersions(one, other)), `${one} and ${other}`).toBe(expected)
      expect(Math.sign(compareVersions(other, one))).toBe(expected === 0 ? 0 : -expected)
    }),
    { numRuns: 2000 }
  )
})

test('orders the examples of Semantic Versioning', () => {
  const ascending =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0'
  const versions = ascending.split(' ')
  expect(versions.toReversed().sort(compareVersions)).toEqual(versions)
})

test('refuses what is not a version', () => {
  for (const text of [
    '',
    '1.0',
    'v1.0.0',
    '1.0.0 ',
    '01.0.0',
    '1.0.0-',
    '1.0.0-a..b',
    '1e3.0.0',
    '1.0.0+build'
  ])
    expect(isVersion(text), text).toBe(false)
  expect(isVersion(`1.0.0-${'a'.repeat(100)}`)).toBe(false)
})
