import * as v from 'valibot'
import { expect, it, test } from 'vitest'
import { TradesPart } from '#engine/market/publish/trades-part'
import { OlderPages } from '#engine/recording/history/older-pages'
import { tradesOnTape } from '#engine/recording/history/older-trades'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import type { OlderTrades, OlderTradesRequest } from '#shared/contract/market/markets'
import { printsSettings } from '#shared/contract/market/panels/prints'
import type { Tape } from '#shared/domain/market/tape/index'
import { tapeSettings } from '#shared/contract/market/panels/trades'
import { TapeTrades } from '#renderer/lib/markets/trades'
import { TapeModel } from '#renderer/lib/tape/tape-model'
import type { TradeRow } from '#renderer/lib/tape/trade-row'
import { MarketPrints } from '#renderer/panels/prints/market-prints'
import { freshFolder } from '../../../../integration/support/folder'
import { StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { randomTrades } from '../../../engine/recording/history/trade-script'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { newsOf, type Print } from './trade'

const market = 'BTCUSD'
const settings = v.parse(printsSettings, { largePercent: '95', largeOf: 100 })

const shown = (rows: Iterable<TradeRow>) =>
  Array.from(rows, ({ at, trade, amount, count, first }) => ({
    ...{ at, price: canonicalDecimal(trade.price), amount: canonicalDecimal(amount), count, first }
  })).sort((one, other) => one.first - other.first)

function wholeTape(tape: Tape): TapeTrades {
  const all = new TapeTrades(10_000)
  for (let end = tape.arrivals % 1000; end <= tape.arrivals; end += 1000) {
    const page = tradesOnTape(tape, end)
    if (page) all.apply({ ...page.trades, fresh: false })
  }
  expect(all.rows).toHaveLength(tape.arrivals)
  return all
}

/** With all trades on one tape. */
function oracle(trades: TapeTrades): TradeRow[] {
  const model = new TapeModel(v.parse(tapeSettings, { ...settings, large: 'percentile' }))
  model.take({ trades, candles: null })
  return model.rows(Infinity).filter((row): row is TradeRow => row.kind === 'trade' && row.large)
}

test.each([1, 2, 3])('lists the large prints of the recording, and each once (seed %i)', async (seed) => {
  const folder = await freshFolder()
  // Before the pause of more than a day.
  const items = randomTrades(seed, 4000).slice(0, 2200)
  const random = new FuzzRandom(seed)
  await writeLog(folder, items, { random, segment: 200, restarts: 1e9, finish: true })
  const pages = new OlderPages(folder)
  const seq = random.between(items.length >> 1, items.length)
  const straight = new StraightPlay(items, staleAfter)
  straight.playThrough(seq)
  const tape = () => straight.hub.market(market)!.tape
  for (const isOnTape of [true, false]) {
    const prints = new MarketPrints(settings)
    const trades = new TapeTrades(150)
    trades.apply(new TradesPart({ max: 150 }).read(tape())!)
    prints.take({ trades })
    expect(prints.lacksPast).toBe(true)
    const before = shown(prints.rows)
    const readOlderTrades = async ({ number, ...end }: Omit<OlderTradesRequest, 'id' | 'market'>) => {
      const kept = isOnTape && end.seq === null ? tradesOnTape(tape(), number) : null
      return kept ?? pages.trades({ market, ...end, lastSeq: seq, lead: 0 })
    }
    expect(await prints.readPast({ readOlderTrades })).toBe(true)
    expect(prints.lacksPast).toBe(false)
    const expected = shown(oracle(wholeTape(tape())))
    expect(shown(prints.rows)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(before.length)
  }
})

const print = (millisecond: number, amount = 1000): Print => ({
  ...{ millisecond, nanosecond: 0, price: 6_424_850, amount, side: 1 }
})
const hundred = (from: number) => Array.from({ length: 100 }, (_, at) => print(from + at))
const pageOf = (prints: readonly Print[], first: number): OlderTrades => ({
  ...{ trades: newsOf(prints, first), seq: null, begins: false }
})

it('lists prints that came while the recording was read', async () => {
  const trades = new TapeTrades(100)
  const prints = new MarketPrints(settings)
  trades.apply(newsOf(hundred(1000), 1000, { fresh: true }))
  prints.take({ trades })
  const pages = [pageOf([...hundred(800), print(900, 7000)], 899), null]
  const readOlderTrades = async () => {
    const next = pages.shift()!
    if (next) {
      trades.apply(newsOf([print(1100, 9000), ...hundred(1101).slice(50)], 1100))
      prints.take({ trades })
    }
    return next
  }
  await prints.readPast({ readOlderTrades })
  expect(shown(prints.rows).map(({ amount }) => amount)).toEqual(['0.7', '0.9'])
  trades.apply(newsOf([print(1300, 8000)], 1151))
  prints.take({ trades })
  expect(shown(prints.rows)).toHaveLength(3)
})

it('reads ten pages of one day at most, and ends with its tape', async () => {
  const trades = new TapeTrades(100)
  const prints = new MarketPrints(settings)
  const day = 86_400_000
  trades.apply(newsOf(hundred(day), 100_000, { fresh: true }))
  prints.take({ trades })
  let asked = 0
  const read = (page: (number: number) => OlderTrades) => ({
    readOlderTrades: async ({ number }: Omit<OlderTradesRequest, 'id' | 'market'>) => {
      asked += 1
      return page(number)
    }
  })
  await prints.readPast(read((number) => pageOf([print(day - asked)], number - 1)))
  expect(asked).toBe(10)
  // Of the trade that was read last.
  expect(prints.listedSince).toBe(Date.UTC(2023, 10, 14, 22, 13, 20) + day - 10)
  asked = 0
  await prints.readPast(read((number) => pageOf(hundred(-1000), number - 100)))
  expect(asked).toBe(1)
  const replaced = prints.readPast(read((number) => pageOf(hundred(500), number - 100)))
  prints.take({ trades: null })
  expect(await replaced).toBe(false)
  expect([...prints.rows]).toEqual([])
  expect(prints.listedSince).toBeNull()
})
