import { intervals } from '../../domain/market/candles/intervals'
import { FrameReader, FrameWriter } from './frame-cells'
import {
  costWidth,
  statisticNames,
  type BookNews,
  type CandlesNews,
  type CostNews,
  type HeatNews,
  type MarketFrame,
  type MarketNews,
  type StatisticsNews,
  type TradesNews
} from './market-news'
import { bookStates } from './markets'

/* One Float64Array for everything: cloning one block costs a twentieth of cloning objects. It starts with `headWidth`
   cells; each market has `marketWidth` cells, then for each of its parts a head that starts with the number of
   figures, and the figures. */
const headWidth = 2
const marketWidth = 8
const bookHead = 8
const tradesHead = 6
const candlesHead = 7
const heatHead = 3
const statisticsWidth = 6 + 2 * statisticNames.length

const bookBit = 1
const tradesBit = 2
const candlesBit = 4
const statisticsBit = 8
const crossedBit = 16
const heatBit = 32
const resetBit = 64
const costBit = 128

/** `builtAt` is in milliseconds since the epoch. */
export function packMarketFrame(news: readonly MarketNews[], builtAt: number): MarketFrame {
  const writer = new FrameWriter(news.reduce((cells, one) => cells + cellsOf(one), headWidth))
  writer.put(news.length)
  writer.put(builtAt)
  for (const one of news) packMarket(writer, one)
  const { numbers, texts, exact } = writer
  return { numbers, ...(texts.length > 0 && { texts }), ...(exact && { exact }) }
}

/** The size that these add to a frame's numbers, without packing them. */
export const bytesOf = (news: MarketNews) => Float64Array.BYTES_PER_ELEMENT * cellsOf(news)

function cellsOf({ book, trades, candles, statistics, heat, cost }: MarketNews): number {
  let cells = marketWidth
  if (book) cells += bookHead + book.values.length
  if (trades) cells += tradesHead + trades.values.length
  if (candles)
    cells +=
      candlesHead + candles.values.length + (candles.watched?.length ?? 0) + (candles.steps?.length ?? 0)
  if (statistics) cells += 2 * statisticsWidth
  if (heat) cells += heatHead + heat.values.length
  if (cost) cells += 2 * costWidth
  return cells
}

function packMarket(writer: FrameWriter, news: MarketNews): void {
  const { book, trades, candles, statistics, heat, cost } = news
  writer.put(news.interest)
  writer.put(bookStates.indexOf(news.state))
  writer.put(news.since)
  writer.put(writer.text(news.reason))
  writer.put(news.version)
  writer.put(news.bookAge ?? NaN)
  writer.put(news.tradeAge ?? NaN)
  writer.put(
    (book ? bookBit : 0) |
      (trades ? tradesBit : 0) |
      (candles ? candlesBit : 0) |
      (statistics ? statisticsBit : 0) |
      (news.crossed ? crossedBit : 0) |
      (heat ? heatBit : 0) |
      (news.reset ? resetBit : 0) |
      (cost ? costBit : 0)
  )
  if (book) packBook(writer, book)
  if (trades) packTrades(writer, trades)
  if (candles) packCandles(writer, candles)
  if (statistics) {
    packStatistics(writer, statistics.lastDay)
    packStatistics(writer, statistics.session)
  }
  if (heat) packHeat(writer, heat)
  if (cost) packCost(writer, cost)
}

function packBook(writer: FrameWriter, book: BookNews): void {
  writer.put(book.values.length)
  writer.put(book.priceScale)
  writer.put(book.tick)
  writer.put(book.amountScale)
  writer.put(book.bids)
  writer.put(book.asks)
  writer.put(book.allBids)
  writer.put(book.allAsks)
  writer.figures(book)
}

function packTrades(writer: FrameWriter, trades: TradesNews): void {
  writer.put(trades.values.length)
  writer.put(trades.priceScale)
  writer.put(trades.amountScale)
  writer.put(trades.fresh ? 1 : 0)
  writer.put(trades.skipped)
  writer.put(trades.move)
  writer.figures(trades)
}

function packCandles(writer: FrameWriter, candles: CandlesNews): void {
  writer.put(candles.values.length)
  writer.put(candles.priceScale)
  writer.put(candles.amountScale)
  writer.put(intervals.indexOf(candles.interval))
  writer.put(candles.fresh ? 1 : 0)
  writer.put(candles.watched?.length ?? -1)
  writer.put(candles.steps?.length ?? -1)
  writer.figures(candles)
  if (candles.watched) writer.block(candles.watched)
  if (candles.steps) writer.block(candles.steps)
}

function packStatistics(writer: FrameWriter, statistics: StatisticsNews): void {
  writer.put(statistics.trades)
  writer.put(statistics.move)
  writer.put(statistics.from)
  writer.put(statistics.to)
  writer.put(statistics.since ?? NaN)
  writer.put(statistics.complete ? 1 : 0)
  for (const scale of statistics.scales) writer.put(scale)
  writer.figures(statistics)
}

function packHeat(writer: FrameWriter, heat: HeatNews): void {
  writer.put(heat.values.length)
  writer.put(intervals.indexOf(heat.interval))
  writer.put(heat.fresh ? 1 : 0)
  writer.block(heat.values)
}

function packCost(writer: FrameWriter, cost: CostNews): void {
  for (const scale of cost.scales) writer.put(scale)
  writer.figures(cost)
}

interface ReadMarketFrame {
  readonly builtAt: number
  readonly news: readonly MarketNews[]
}

/** The figures are views of the frame's memory. */
export function readMarketFrame(frame: MarketFrame): ReadMarketFrame {
  const reader = new FrameReader(frame)
  const count = reader.take()
  const builtAt = reader.take()
  const news: MarketNews[] = []
  for (let index = 0; index < count; index += 1) news.push(readMarket(reader))
  return { builtAt, news }
}

function readMarket(reader: FrameReader): MarketNews {
  const interest = reader.take()
  const state = bookStates[reader.take()]!
  const since = reader.take()
  const reason = reader.text()
  const version = reader.take()
  const bookAge = reader.takeOrNull()
  const tradeAge = reader.takeOrNull()
  const bits = reader.take()
  return {
    interest,
    state,
    since,
    reason,
    version,
    bookAge,
    tradeAge,
    crossed: (bits & crossedBit) !== 0,
    reset: (bits & resetBit) !== 0,
    book: (bits & bookBit) !== 0 ? readBook(reader) : null,
    trades: (bits & tradesBit) !== 0 ? readTrades(reader) : null,
    candles: (bits & candlesBit) !== 0 ? readCandles(reader) : null,
    statistics: (bits & statisticsBit) !== 0 ? readBothStatistics(reader) : null,
    heat: (bits & heatBit) !== 0 ? readHeat(reader) : null,
    cost: (bits & costBit) !== 0 ? readCost(reader) : null
  }
}

function readBook(reader: FrameReader): BookNews {
  const length = reader.take()
  return {
    priceScale: reader.take(),
    tick: reader.take(),
    amountScale: reader.take(),
    bids: reader.take(),
    asks: reader.take(),
    allBids: reader.take(),
    allAsks: reader.take(),
    ...reader.figures(length)
  }
}

function readTrades(reader: FrameReader): TradesNews {
  const length = reader.take()
  return {
    priceScale: reader.take(),
    amountScale: reader.take(),
    fresh: reader.take() === 1,
    skipped: reader.take(),
    move: reader.take(),
    ...reader.figures(length)
  }
}

function readCandles(reader: FrameReader): CandlesNews {
  const length = reader.take()
  const head = {
    priceScale: reader.take(),
    amountScale: reader.take(),
    interval: intervals[reader.take()]!,
    fresh: reader.take() === 1
  }
  const watched = reader.take()
  const steps = reader.take()
  const figures = reader.figures(length)
  return {
    ...head,
    ...figures,
    watched: watched < 0 ? null : reader.block(watched),
    steps: steps < 0 ? null : reader.block(steps)
  }
}

const readBothStatistics = (reader: FrameReader) => ({
  lastDay: readStatistics(reader),
  session: readStatistics(reader)
})

function readStatistics(reader: FrameReader): StatisticsNews {
  return {
    trades: reader.take(),
    move: reader.take(),
    from: reader.take(),
    to: reader.take(),
    since: reader.takeOrNull(),
    complete: reader.take() === 1,
    scales: Uint8Array.from(reader.block(statisticNames.length)),
    ...reader.figures(statisticNames.length)
  }
}

function readHeat(reader: FrameReader): HeatNews {
  const length = reader.take()
  return {
    interval: intervals[reader.take()]!,
    fresh: reader.take() === 1,
    values: reader.block(length)
  }
}

const readCost = (reader: FrameReader): CostNews => ({
  scales: Uint8Array.from(reader.block(costWidth)),
  ...reader.figures(costWidth)
})
