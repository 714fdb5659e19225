import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marketFileName, profileFolderName } from '#engine/market/quotes/file-names'

describe('file names of quotes', () => {
  it('are the symbol if possible', () => {
    expect(marketFileName('BTC-USD_1')).toBe('BTC-USD_1.json')
    expect(profileFolderName('d9b2d63d-a233')).toBe('d9b2d63d-a233')
  })

  it.each([
    ['../../etc/passwd', '%2e%2e%2f%2e%2e%2f%65%74%63%2f%70%61%73%73%77%64.json'],
    ['CON', '%43ON.json'],
    ['', '%.json'],
    ['.', '%2e.json'],
    ['€', '%e2%82%ac.json']
  ])('encode %j safely', (market, name) => {
    expect(marketFileName(market)).toBe(name)
  })

  it('are unique on case-insensitive file systems', () => {
    const odd = fc.string({
      unit: fc.constantFrom('a', 'A', '%', '4', '1', '~', '.', 'É', '/'),
      maxLength: 6
    })
    const long = odd.map((end) => 'A'.repeat(100) + end)
    fc.assert(
      fc.property(fc.oneof(odd, long), fc.oneof(odd, long), (one, other) => {
        fc.pre(one !== other)
        expect(marketFileName(one).toLowerCase()).not.toBe(marketFileName(other).toLowerCase())
        expect(marketFileName(one)).toMatch(/^[\w%~-]{1,125}\.json$/)
      }),
      { numRuns: 2000 }
    )
  })
})
