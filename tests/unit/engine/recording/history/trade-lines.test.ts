import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatTrade, parseTrade } from '#engine/recording/keyframes/trade-lines'
import { TradeScanner } from '#engine/recording/keyframes/trade-scanner'
import { CandleBook } from '#shared/domain/market/candles/index'
import { Tape, unknownConfidence, type Trade } from '#shared/domain/market/tape/index'

const decimal = fc.record({ units: fc.bigInt({ min: 1n, max: 10n ** 20n }), scale: fc.nat(9) })
const trades = fc.array(
  fc.record({
    arrival: fc.constant(0),
    executedAt: fc.bigInt({ min: 0n, max: 2n * 10n ** 18n }),
    ahead: fc.constantFrom(0, 0, 2500),
    price: decimal,
    amount: decimal,
    aggressor: fc.constant('buy'),
    basis: fc.constantFrom('book-ask', 'tick'),
    confidence: fc.oneof(fc.nat(100), fc.constant(unknownConfidence))
  } satisfies { [field in keyof Trade]: fc.Arbitrary<Trade[field]> }),
  { minLength: 1, maxLength: 20 }
)
const item = { seq: 7, kind: 'f', content: Buffer.alloc(0), milliseconds: 1e12, nanoseconds: 5 } as const

it('reads the confidence of each side, which the first versions did not write', () => {
  fc.assert(
    fc.property(trades, fc.boolean(), (all, isFormer) => {
      const lines = all.map((trade) => {
        const line = formatTrade(item, 'BTCUSD', trade)
        return isFormer ? `${line.split('\t').slice(0, 9).join('\t')}\n` : line
      })
      const right = all.map(({ confidence }) => (isFormer ? unknownConfidence : confidence))
      expect(lines.map((line) => parseTrade(line.trimEnd())?.confidence)).toEqual(right)
      const series = { tape: new Tape(), candles: new CandleBook() }
      new TradeScanner().scan(Buffer.from(lines.join('')), () => series)
      expect(all.map((_, arrival) => series.tape.tradeAt(arrival)?.confidence)).toEqual(right)
    })
  )
})

it.each(['101', '-1', '5.5', '', 'x'])('leaves out a line whose confidence is "%s"', (text) => {
  const line = `7\t1000000000000000000\tBTCUSD\t5\t1.5\t2\tbuy\ttick\t0\t${text}`
  expect(parseTrade(line)).toBeNull()
  const series = { tape: new Tape(), candles: new CandleBook() }
  new TradeScanner().scan(Buffer.from(`${line}\n`), () => series)
  expect(series.tape.count).toBe(0)
})
