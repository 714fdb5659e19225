import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineText, readLine, type QuoteLine } from '#engine/market/quotes/line'
import { MomentInDay } from '#engine/market/quotes/moment'
import { quoteOf } from '#engine/market/quotes/reading'
import { parseDecimal } from '#shared/domain/base/decimal'

const price = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.nat(12))
  .map(([whole, digits]) => `${whole}${digits === 0 ? '' : `.${'7'.repeat(digits)}`}`)
const line: fc.Arbitrary<QuoteLine> = fc.oneof(
  fc.record({ kind: fc.constantFrom('S' as const, '=' as const, 'G' as const), at: fc.nat(86_400_000) }),
  fc.record({
    kind: fc.constant('Q' as const),
    at: fc.nat(86_400_000),
    bid: fc.option(price),
    ask: fc.option(price)
  })
)

describe('a quote line', () => {
  it('is read as written', () => {
    fc.assert(
      fc.property(line, (each) => {
        expect(readLine(lineText(each).trimEnd())).toEqual(each)
      })
    )
  })

  it('is invalid if truncated', () => {
    fc.assert(
      fc.property(line, fc.nat(), (each, cut) => {
        const text = lineText(each).trimEnd()
        expect(readLine(text.slice(0, cut % text.length))).toBeNull()
      })
    )
  })

  it.each(['', 'Q 1 2 3', 'Q 1 2;', 'X 1;', 'Q 1 1e5 2;', '\0\0\0\0', 'Q 1 <b> 2;', 'G -1;', 'G 123456789;'])(
    'is invalid: %j',
    (text) => {
      expect(readLine(text)).toBeNull()
    }
  )
})

describe('a time within a day', () => {
  const at = (moment: number, text: string) => {
    const found = new MomentInDay(moment)
    for (const each of text.split(', ')) found.add(readLine(`${each};`)!)
    const { result } = found
    return typeof result === 'string' ? result : `${result.at} ${result.bid} ${result.ask}`
  }
  const day = 'S 100, Q 100 1 2, Q 200 1 3, = 300, S 500, Q 500 4 5, G 600, G 700, Q 800 4 6, = 900'

  it.each([
    [99, 'unknown'],
    [100, '100 1 2'],
    [199, '100 1 2'],
    [200, '200 1 3'],
    [300, '200 1 3'],
    [301, 'unknown'],
    [499, 'unknown'],
    [500, '500 4 5'],
    [599, '500 4 5'],
    [600, 'gap'],
    [799, 'gap'],
    [800, '800 4 6'],
    [900, '800 4 6'],
    [901, 'unknown']
  ])('%d: %s', (moment, expected) => {
    expect(at(moment, day)).toBe(expected)
  })

  it('is unknown in a gap written later', () => {
    expect(at(150, 'S 0, Q 0 1 2, = 100, Q 180 3 4, G 120, G 200')).toBe('gap')
    expect(at(110, 'S 0, Q 0 1 2, = 100, Q 180 3 4, G 120, G 200')).toBe('0 1 2')
  })

  it('uses the last line after a clock set back', () => {
    expect(at(400, 'S 0, Q 0 1 2, = 1000, S 300, Q 300 3 4, = 800')).toBe('300 3 4')
    expect(at(200, 'S 0, Q 0 1 2, = 1000, S 300, Q 300 3 4, = 800')).toBe('0 1 2')
    expect(at(900, 'S 0, Q 0 1 2, = 1000, S 300, Q 300 3 4, = 800')).toBe('unknown')
  })
})

describe('quotes with mid and spread', () => {
  it('are exact', () => {
    expect(quoteOf({ at: 1, bid: '0.9998', ask: '1.0001' })).toEqual({
      recorded: true,
      at: 1,
      bid: '0.9998',
      ask: '1.0001',
      mid: '0.99995',
      spread: '0.0003',
      spreadBasisPoints: '3.00'
    })
    expect(quoteOf({ at: 1, bid: '2', ask: null })).toMatchObject({ mid: null, spread: null })
    expect(quoteOf({ at: 1, bid: '1.5', ask: '1.25' })).toMatchObject({ mid: '1.375', spread: '-0.25' })
  })

  it('are exact for numbers of any length', () => {
    fc.assert(
      fc.property(price, price, (bid, ask) => {
        const quote = quoteOf({ at: 0, bid, ask })
        if (!quote.recorded) throw new Error('It is recorded')
        const units = (text: string) => {
          const { units: size, scale } = parseDecimal(text)!
          return size * 10n ** BigInt(20 - scale)
        }
        expect(units(quote.mid!) * 2n).toBe(units(bid) + units(ask))
        expect(units(quote.spread!)).toBe(units(ask) - units(bid))
      })
    )
  })
})
