import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkExternal } from '#main/base/security/external'

test('opens our own links as parsed', () => {
  expect(checkExternal('https://WWW.electronjs.org:443/docs/../licences?x=1#y')).toBe(
    'https://www.electronjs.org/licences?x=1#y'
  )
})

test('refuses other paths on allowed hosts', () => {
  expect(() => checkExternal('https://opensource.org/blog')).toThrow(/external\.unknown/)
  expect(checkExternal('https://opensource.org/license/mit')).toBe('https://opensource.org/license/mit')
})

test('refuses everything else', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.webUrl(), fc.string(), fc.webUrl({ validSchemes: ['http', 'ftp', 'ws'] })),
      (address) => {
        expect(() => checkExternal(address)).toThrow(/external\./)
      }
    )
  )
})
