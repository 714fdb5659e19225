import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarketMessage } from '#sandbox/market/messages'
import { frame } from '#sandbox/stream/frames'
import { Publication } from '#sandbox/stream/publication'
import { keyOf, writeMessage } from '#sandbox/stream/writing'

/** By RFC 6455, 5.2. */
function read(bytes: Buffer): string[] {
  const texts: string[] = []
  for (let offset = 0; offset < bytes.length;) {
    expect(bytes[offset]).toBe(0x81)
    const short = bytes[offset + 1]!
    offset += 2
    let length = short
    if (short === 126) length = bytes.readUInt16BE(offset)
    if (short === 127) length = Number(bytes.readBigUInt64BE(offset))
    offset += short === 126 ? 2 : short === 127 ? 8 : 0
    expect(bytes.length - offset).toBeGreaterThanOrEqual(length)
    texts.push(bytes.toString('utf8', offset, offset + length))
    offset += length
  }
  return texts
}

const level = fc.record({
  price: fc.nat(9_999_999).map((units) => (units / 100).toFixed(2)),
  amount: fc.nat(999).map(String)
})
const message: fc.Arbitrary<MarketMessage> = fc.oneof(
  fc.record({
    kind: fc.constant('book' as const),
    type: fc.constantFrom('SNAPSHOT' as const, 'UPDATE' as const),
    market: fc.constantFrom('BTCUSD', 'ETHUSD', 'SOLUSD'),
    time: fc.integer({ min: 1_790_000_000_000_000, max: 1_890_000_000_000_000 }),
    bids: fc.array(level, { maxLength: 80 }),
    asks: fc.array(level, { maxLength: 5 })
  }),
  fc.record({
    kind: fc.constant('execution' as const),
    market: fc.constantFrom('BTCUSD', 'ETHUSD', 'SOLUSD'),
    time: fc.integer({ min: 1_790_000_000_000_000, max: 1_890_000_000_000_000 }),
    price: fc.constant('64250.50'),
    amount: fc.constant('0.25')
  })
)
const keys = fc.uniqueArray(
  fc.constantFrom<string[]>(
    'market_data BTCUSD',
    'execution_data BTCUSD',
    'market_data ETHUSD',
    'execution_data SOLUSD'
  )
)

describe('a publication', () => {
  it('selects each client’s messages as valid frames', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 30 }),
        fc.array(keys, { maxLength: 4 }),
        (messages, sets) => {
          const readers = new Set(sets.flat())
          const publication = new Publication(messages, (key) => readers.has(key))
          for (const set of [...sets, ...sets]) {
            const channels = new Set(set)
            const bytes = publication.select([...set].sort().join(), channels)
            const expected = messages.filter((each) => channels.has(keyOf(each))).map(writeMessage)
            expect(bytes ? read(bytes) : []).toEqual(expected)
          }
        }
      )
    )
  })

  it('matches JSON.stringify', () => {
    fc.assert(
      fc.property(message, (each) => {
        const text = writeMessage(each)
        expect(JSON.stringify(JSON.parse(text))).toBe(text)
      })
    )
  })

  it('frames payloads of every length class', () => {
    for (const length of [0, 1, 125, 126, 65_535, 65_536, 200_000]) {
      expect(read(frame('x'.repeat(length)))).toEqual(['x'.repeat(length)])
    }
    expect(read(frame('ä€😀'))).toEqual(['ä€😀'])
  })
})
