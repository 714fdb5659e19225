import { expect, test } from 'vitest'
import { OlderPages } from '#engine/recording/history/older-pages'
import { tradesOnTape } from '#engine/recording/history/older-trades'
import { TradesPart } from '#engine/market/publish/trades-part'
import { TapeTrades } from '#renderer/lib/markets/index'
import { TapeModel } from '#renderer/lib/tape/tape-model'
import { tapeSettings } from '#shared/contract/market/panels/trades'
import { canonicalDecimal, formatDecimal } from '#shared/domain/base/decimal'
import * as v from 'valibot'
import { freshFolder } from '../../../../integration/support/folder'
import { StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { randomTrades } from './trade-script'

const market = 'BTCUSD'

const hour = 3_600_000

test.each([
  [1, 0],
  [2, 0],
  [3, 0],
  [4, hour],
  [5, -hour]
])(
  'a held tape gets every trade before it, once (seed %i, service clock since set by %i ms)',
  async (seed, lead) => {
    const folder = await freshFolder()
    const items = randomTrades(seed, 3000)
    const random = new FuzzRandom(seed)
    await writeLog(folder, items, { random, segment: 200, restarts: 1e9, finish: true })
    const pages = new OlderPages(folder)
    const seq = random.between(items.length >> 1, items.length)
    const straight = new StraightPlay(items, staleAfter)
    straight.playThrough(seq)
    const { tape } = straight.hub.market(market)!
    for (const isLive of [true, false]) {
      const trades = new TapeTrades(150)
      trades.apply(new TradesPart({ max: 150 }).read(tape)!)
      const model = new TapeModel(v.parse(tapeSettings, { together: false, large: 'off', atLeast: '0' }))
      model.take({ trades, candles: null })
      expect(model.olderEnd).toBeNull()
      model.hold()
      let count = 0
      for (let end = model.olderEnd; end; end = model.olderEnd) {
        expect(++count).toBeLessThan(50)
        const { number, ...before } = end
        const kept = isLive && before.seq === null ? tradesOnTape(tape, number) : null
        model.addOlder(kept ?? (await pages.trades({ market, ...before, lastSeq: seq, lead })))
      }
      const rows = model.rows(Infinity).flatMap((row) => (row.kind === 'trade' ? [row.trade] : []))
      expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
      const shown = rows
        .sort((one, other) => one.number - other.number)
        .map(({ seconds, nanoseconds, price, amount }) =>
          [seconds, nanoseconds, canonicalDecimal(price), canonicalDecimal(amount)].join(' ')
        )
      expect(shown).toEqual(
        Array.from({ length: tape.count }, (_, row) => {
          const { executedAt, price, amount } = tape.tradeAt(tape.arrivals - tape.count + row)!
          const time = [executedAt / 1_000_000_000n, executedAt % 1_000_000_000n]
          return [...time, ...[price, amount].map((each) => canonicalDecimal(formatDecimal(each)))].join(' ')
        })
      )
    }
  }
)
