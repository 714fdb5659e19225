import { TradesPart } from '#engine/market/publish/trades-part'
import type { OlderRequest } from '#engine/recording/history/older'
import { OlderPages } from '#engine/recording/history/older-pages'
import type { TradesBefore } from '#engine/recording/history/older-trades'
import type { LoggedItem } from '#engine/recording/log/lines'
import { ChartCandles, TapeTrades } from '#renderer/lib/markets/index'
import { TapeModel } from '#renderer/lib/tape/tape-model'
import { tapeSettings } from '#shared/contract/market/panels/trades'
import { formatDecimal } from '#shared/domain/base/decimal'
import { intervalSeconds } from '#shared/domain/market/candles/index'
import * as v from 'valibot'
import { StraightPlay } from '../integration/support/straight-play'
import { staleAfter } from '../integration/support/written-log'
import { Oracle, unitsOf } from './oracle'
import { checkProfiles } from './profiles-check'
import { checkComparison, checkLevels, checkSlots, type Charted } from './studies-check'
import type { OracleTrades, SidedTrade } from './studies-oracle'

type Tape = NonNullable<ReturnType<StraightPlay['hub']['market']>>['tape']

/** Of the newest trades that a window has; the others come in pages. */
const max = 20
const maxPages = 1000

/** Whether scrolling back in tape and charts, from the end of the log to its beginning, brings what the oracle has, and studies of it its figures. */
export async function checkPages(
  folder: string,
  logged: readonly LoggedItem[],
  lines: readonly (readonly string[])[],
  markets: readonly string[]
): Promise<string[]> {
  const pages = new OlderPages(folder)
  const oracle = new Oracle()
  for (const [, , kind, ...text] of lines) oracle.read(kind!, text.join('\t'))
  const straight = new StraightPlay(logged, staleAfter)
  straight.playThrough(Infinity)
  const { serviceNow, now } = straight.hub
  const lead = serviceNow === null ? 0 : serviceNow - now
  const faults: string[] = []
  const fault = (sentence: string) => faults.push(sentence)
  const charted: Charted[] = []
  for (const market of markets) {
    const { trades } = oracle.market(market)
    const { tape } = straight.hub.seriesOf(market)
    const rows = Array.from({ length: tape.arrivals }, (_, arrival) => tape.tradeAt(arrival)!)
    const ahead = rows.map((row) => row.ahead > 0)
    const spell = ({ price, amount, at }: OracleTrades[number], arrival: number) =>
      [price, amount, ahead[arrival] ? 'ahead' : at].join(' ')
    const found = await tapeOf(pages, tape, { market, lastSeq: logged.at(-1)!.seq, lead })
    const spelled = found.map((trade, arrival) => spell(trade, arrival))
    compare(`pages of ${market}'s tape`, spelled, trades.map(spell), faults)
    // The service dated a trade in the future, so its candle is another.
    if (ahead.includes(true)) continue
    const sided = trades.flatMap((trade, arrival): SidedTrade[] => {
      const row = rows[arrival]
      return row ? [{ ...trade, aggressor: row.aggressor, confidence: row.confidence }] : []
    })
    let minutes: ChartCandles | null = null
    for (const interval of ['1m', '1s'] as const) {
      const seconds = intervalSeconds[interval]
      const wanted = candlesOf(trades, BigInt(seconds))
      const before = Number(wanted.at(-1)?.split(' ')[0] ?? 0) + seconds
      const candles = await candlesBefore(pages, { market, interval, before, seq: null, lead })
      compare(`pages of ${market}'s ${interval} candles`, spellCandles(candles), wanted, faults)
      const own: Charted = { market, candles, minutes, trades: sided }
      checkSlots(own, fault)
      const [other] = charted.filter((each) => each.candles.interval === interval)
      if (other) checkComparison(own, other, fault)
      charted.unshift(own)
      if (interval === '1s') continue
      minutes = candles
      checkLevels(own, fault)
      await checkProfiles(pages, own, { seq: logged.at(-1)!.seq, lead }, fault)
    }
  }
  return faults
}

function compare(name: string, found: readonly string[], wanted: readonly string[], faults: string[]) {
  const place = wanted.findIndex((line, index) => line !== found[index])
  if (place !== -1 || wanted.length !== found.length)
    faults.push(
      `${name}: ${found.length} of ${wanted.length}, at ${place}: ${found[place]}, not ${wanted[place]}`
    )
}

async function tapeOf(
  pages: OlderPages,
  tape: Tape,
  request: Pick<TradesBefore, 'market' | 'lastSeq' | 'lead'>
): Promise<OracleTrades> {
  const trades = new TapeTrades(max)
  const newest = new TradesPart({ max }).read(tape)
  if (newest) trades.apply(newest)
  const model = new TapeModel(v.parse(tapeSettings, { together: false, large: 'off', atLeast: '0' }))
  model.take({ trades, candles: null })
  model.hold()
  for (let page = 0; page < maxPages && model.olderEnd; page++) {
    const { number: _number, ...before } = model.olderEnd
    model.addOlder(await pages.trades({ ...request, ...before }))
  }
  return model
    .rows(Infinity)
    .flatMap((row) => (row.kind === 'trade' ? [row.trade] : []))
    .sort((one, other) => one.number - other.number)
    .map(({ seconds, nanoseconds, price, amount }) => ({
      price: unitsOf(price),
      amount: unitsOf(amount),
      at: BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds)
    }))
}

async function candlesBefore(pages: OlderPages, request: OlderRequest): Promise<ChartCandles> {
  const candles = new ChartCandles(2000, request.interval)
  for (let page = 0, { before } = request; page < maxPages; page++) {
    const older = await pages.candles({ ...request, before })
    candles.prepend(older, before)
    if (older.begins) break
    before = older.from
  }
  return candles
}

const spellCandles = ({ all }: ChartCandles) =>
  all.map((candle) =>
    [
      candle.start,
      ...(['open', 'high', 'low', 'close', 'volume'] as const).map((field) =>
        unitsOf(formatDecimal(candle.decimal(field)!))
      )
    ].join(' ')
  )

/** Of that many seconds. */
export function candlesOf(trades: OracleTrades, seconds: bigint): string[] {
  const all = new Map<bigint, OracleTrades[number][]>()
  for (const trade of trades) {
    const start = trade.at / (seconds * 1_000_000_000n)
    all.set(start, [...(all.get(start) ?? []), trade])
  }
  return [...all]
    .sort(([one], [other]) => Number(one - other))
    .map(([start, inside]) => {
      // Sorting keeps the order of arrival among equal times.
      const byTime = inside.toSorted((one, other) => Number(one.at - other.at))
      const prices = inside.map(({ price }) => price)
      const extreme = (isIt: (one: bigint, other: bigint) => boolean) =>
        prices.reduce((one, other) => (isIt(other, one) ? other : one))
      const high = extreme((one, other) => one > other)
      const low = extreme((one, other) => one < other)
      const volume = inside.reduce((sum, { amount }) => sum + amount, 0n)
      return [start * seconds, byTime[0]!.price, high, low, byTime.at(-1)!.price, volume].join(' ')
    })
}
