import type { Decimal } from '#shared/domain/base/decimal'
import type { Trade } from '#shared/domain/market/tape/index'
import { splitTime } from '#shared/domain/market/tape/split-time'
import type { TradeRecorder } from '../../market/series'
import { inferenceOf, type RecordedTrade } from './trade-lines'

const largest = BigInt(Number.MAX_SAFE_INTEGER)
/** The maximum scale in a message of plain numbers. */
const maxScale = 255

/** Once more, from the tape of a market. */
export const recordShown = (series: TradeRecorder, market: string, trade: Trade): void =>
  recordTrade(series, { ...trade, market, inference: inferenceOf(trade.aggressor, trade.basis)! })

/** As the market recorded it. */
export function recordTrade(
  { tape, candles }: TradeRecorder,
  trade: Omit<RecordedTrade, 'seq' | 'received'>
): void {
  const { market, price, amount, executedAt, inference, ahead, confidence } = trade
  if (!isShort(price) || !isShort(amount)) {
    const message = { kind: 'execution', market, price, amount, executedAt } as const
    tape.recordExact(message, inference, ahead, confidence)
    candles.recordExact(message, inference)
    return
  }
  const { seconds, nanoseconds } = splitTime(executedAt)
  const [units, size] = [Number(price.units), Number(amount.units)]
  tape.record(seconds, nanoseconds, units, price.scale, size, amount.scale, inference, ahead, confidence)
  candles.record(seconds, nanoseconds, units, price.scale, size, amount.scale, inference)
}

const isShort = ({ units, scale }: Decimal) => units >= 0n && units <= largest && scale <= maxScale
