import { maxCandles, maxLevels, maxTrades } from '#shared/contract/market/markets'
import {
  bestWidth,
  candleWidth,
  levelWidth,
  tradeWidth,
  type BookNews,
  type CandlesNews,
  type Figures,
  type MarketNews,
  type StatisticsNews,
  type TradesNews
} from '#shared/contract/market/market-news'

const maxScale = 40

const isCount = (value: number, max = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && value >= 0 && value <= max
const isScale = (value: number) => isCount(value, maxScale)
const isAge = (age: number | null) => age === null || (age >= 0 && age <= maxTime)
const isMove = (move: number) => move === 1 || move === 0 || move === -1
/** In milliseconds since the epoch. */
const maxTime = 8.64e15
const isTime = (time: number) => time >= 0 && time <= maxTime
const isSecond = (time: number) => isCount(time, maxTime / 1000)

/** Whole units, or a decimal as text. */
const isDecimal = ({ values, exact }: Figures, cell: number) => {
  const value = values[cell]!
  return Number.isSafeInteger(value) || (exact?.has(cell) === true && Number.isFinite(value))
}
const isEmptyOrDecimal = (figures: Figures, cell: number) =>
  Number.isNaN(figures.values[cell]) || isDecimal(figures, cell)

/** Rows of cells, each of which is right at its place in the row. */
const isTable = (
  figures: Figures,
  width: number,
  maxRows: number,
  isRight: (value: number, column: number, cell: number) => boolean
) =>
  figures.values.length % width === 0 &&
  figures.values.length / width <= maxRows &&
  figures.values.every((value, cell) => isRight(value, cell % width, cell))

/** The file may have been edited, and a window must be able to draw what it gets. */
export const isDrawable = ({
  reset,
  version,
  since,
  bookAge,
  tradeAge,
  book,
  trades,
  candles,
  statistics,
  heat,
  cost
}: MarketNews) =>
  !reset &&
  isCount(version) &&
  isTime(since) &&
  isAge(bookAge) &&
  isAge(tradeAge) &&
  heat === null &&
  cost === null &&
  (book === null || isBook(book)) &&
  (trades === null || isTape(trades)) &&
  (candles === null || areCandles(candles)) &&
  (statistics === null || [statistics.lastDay, statistics.session].every(isStatistic))

const isBook = (book: BookNews) =>
  isScale(book.priceScale) &&
  isScale(book.amountScale) &&
  isCount(book.tick) &&
  book.tick > 0 &&
  isCount(book.allBids) &&
  isCount(book.allAsks) &&
  isCount(book.bids, maxLevels) &&
  isCount(book.asks, maxLevels) &&
  book.values.length === bestWidth + (book.bids + book.asks) * levelWidth &&
  book.values.every((_, cell) => (cell < bestWidth ? isEmptyOrDecimal(book, cell) : isDecimal(book, cell)))

const isTape = (trades: TradesNews) =>
  isScale(trades.priceScale) &&
  isScale(trades.amountScale) &&
  isCount(trades.skipped) &&
  isMove(trades.move) &&
  isTable(trades, tradeWidth, maxTrades, (value, column, cell) => {
    if (column === 1 || column === 2) return isDecimal(trades, cell)
    return column === 3 ? isSecond(value) : isCount(value)
  })

const areCandles = (candles: CandlesNews) =>
  isScale(candles.priceScale) &&
  isScale(candles.amountScale) &&
  candles.fresh &&
  candles.interval !== undefined &&
  isTable(candles, candleWidth, maxCandles, (value, column, cell) => {
    if (column === 0) return isSecond(value)
    return column === 8 || column === 10 ? isCount(value) : isDecimal(candles, cell)
  }) &&
  [candles.watched, candles.steps].every(
    (times) => times === null || (times.length % 2 === 0 && times.every(isTime))
  )

const isStatistic = (statistic: StatisticsNews) =>
  statistic.scales.every(isScale) &&
  isCount(statistic.trades) &&
  isMove(statistic.move) &&
  [statistic.from, statistic.to, statistic.since ?? 0].every(isTime) &&
  statistic.values.every((_, cell) => isEmptyOrDecimal(statistic, cell))
