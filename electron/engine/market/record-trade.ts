import { canonical } from '#shared/domain/base/decimal'
import { nanosecondsInSecond } from '#shared/domain/base/time'
import type { Book } from '#shared/domain/market/book/index'
import { decimalUnitsAt, unitsAt } from '#shared/domain/market/book/units'
import type { ExecutionMessage } from '#shared/domain/market/messages'
import type { PackedMessage } from '#shared/domain/market/packed'
import { inferAggressor, inferAggressorExactly, unknownConfidence } from '#shared/domain/market/tape/index'
import { splitTime } from '#shared/domain/market/tape/split-time'
import type { TradeSeries } from './series'
import type { SideChecks } from './side-checks'
import type { TradeTimes } from './trade-times'

/** @param book as it was before the trade, or null while unknown */
export function recordTrade(
  message: PackedMessage,
  { tape, candles }: TradeSeries,
  times: TradeTimes,
  book: Book | null,
  sides: SideChecks
): void {
  let { seconds, nanoseconds } = message
  let ahead = 0
  if (!times.isPast(seconds)) {
    times.read(seconds, nanoseconds)
    ;({ seconds, nanoseconds, ahead } = times)
  }
  const price = message.prices[0]!
  const priceScale = message.priceScales[0]!
  const amount = message.amounts[0]!
  const amountScale = message.amountScales[0]!
  const inference = inferAggressor(book, tape, price, priceScale)
  const confidence = book ? sides.confidenceOf(inference) : unknownConfidence
  if (book) {
    const at = unitsAt(price, priceScale, book.priceScale)
    sides.traded(book, at, unitsAt(amount, amountScale, book.amountScale), inference)
  }
  tape.record(seconds, nanoseconds, price, priceScale, amount, amountScale, inference, ahead, confidence)
  candles.record(seconds, nanoseconds, price, priceScale, amount, amountScale, inference)
}

export function recordExactTrade(
  written: ExecutionMessage,
  { tape, candles }: TradeSeries,
  times: TradeTimes,
  book: Book | null,
  sides: SideChecks
): void {
  const { seconds, nanoseconds } = splitTime(written.executedAt)
  times.read(seconds, nanoseconds)
  const executedAt = BigInt(times.seconds) * nanosecondsInSecond + BigInt(times.nanoseconds)
  // Trailing zeros could make numbers too long.
  const [price, amount] = [canonical(written.price), canonical(written.amount)]
  const message = { ...written, price, amount, executedAt }
  const inference = inferAggressorExactly(book, tape, message.price)
  const confidence = book ? sides.confidenceOf(inference) : unknownConfidence
  if (book) {
    const at = decimalUnitsAt(price, book.priceScale)
    sides.traded(book, at, decimalUnitsAt(amount, book.amountScale), inference)
  }
  tape.recordExact(message, inference, times.ahead, confidence)
  candles.recordExact(message, inference)
}
