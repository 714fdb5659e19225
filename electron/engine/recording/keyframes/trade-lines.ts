import { formatDecimal, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { inferences, unknownConfidence, type Inference, type Trade } from '#shared/domain/market/tape/index'
import type { LoggedItem } from '../log/lines'
import { logTimeOf, nanosecondsOf, type LogTime } from '../replay/log-time'

/** A line of a file of trades. */
export interface RecordedTrade {
  readonly seq: number
  readonly received: LogTime
  readonly market: string
  /** Nanoseconds since the epoch. */
  readonly executedAt: bigint
  readonly price: Decimal
  readonly amount: Decimal
  readonly inference: Inference
  /** Milliseconds by which the service's time was later. */
  readonly ahead: number
  /** In percent, or `unknownConfidence`; the first versions did not write it. */
  readonly confidence: number
}

export function formatTrade({ seq, ...time }: LoggedItem, market: string, trade: Trade): string {
  const { executedAt, price, amount, aggressor, basis, ahead } = trade
  const confidence = trade.confidence === unknownConfidence ? unknown : trade.confidence
  const numbers = [formatDecimal(price), formatDecimal(amount)]
  const fields = [
    seq,
    nanosecondsOf(time),
    market,
    executedAt,
    ...numbers,
    aggressor,
    basis,
    ahead,
    confidence
  ]
  return fields.join('\t') + '\n'
}

/** Null for other markets and unwanted amounts, and for anything that `formatTrade` does not write. */
export function parseTrade(
  line: string,
  markets?: ReadonlySet<string>,
  isWanted?: (amount: string) => boolean
): RecordedTrade | null {
  // Most lines are of other markets.
  const afterSeq = line.indexOf('\t')
  const afterReceived = line.indexOf('\t', afterSeq + 1)
  const market = line.slice(afterReceived + 1, line.indexOf('\t', afterReceived + 1))
  if (markets?.has(market) === false) return null
  const fields = line.split('\t')
  if (fields.length !== columns && fields.length !== formerColumns) return null
  const [seq, received, , executed, price, amount, aggressor, basis, ahead, written] = fields as Columns
  if (isWanted?.(amount) === false) return null
  const numbers = [decimalOf(price), decimalOf(amount)] as const
  const inference = inferenceOf(aggressor, basis)
  const early = Number(ahead)
  const confidence = confidenceOf(written)
  const isTime = whole.test(seq) && whole.test(received) && signed.test(executed)
  const isSided = inference !== null && confidence !== null
  if (!isTime || !numbers[0] || !numbers[1] || !isSided || !(early >= 0 && early < Infinity)) return null
  return {
    seq: Number(seq),
    received: logTimeOf(BigInt(received)),
    market,
    executedAt: BigInt(executed),
    price: numbers[0],
    amount: numbers[1],
    inference,
    ahead: early,
    confidence
  }
}

type Columns = [string, string, string, string, string, string, string, string, string, string?]

const whole = /^\d{1,19}$/
const signed = /^-?\d{1,25}$/
export const columns = 10
/** Without a confidence. */
export const formerColumns = columns - 1
/** A longer number would take long to compute with. */
const maxNumber = 1000

const decimalOf = (text: string) => (text.length <= maxNumber ? parseDecimal(text) : null)

const unknown = '-'
const percent = /^\d{1,2}$|^100$/

/** Null for anything else than a percentage. */
export function confidenceOf(text = unknown): number | null {
  if (text === unknown) return unknownConfidence
  return percent.test(text) ? Number(text) : null
}

const byBasis = new Map<string, Inference>([
  ['none', inferences.none],
  ['book-ask', inferences.bookAsk],
  ['book-bid', inferences.bookBid]
])

/** Null for words that are not ours. */
export function inferenceOf(aggressor: string, basis: string): Inference | null {
  if (basis === 'tick') return aggressor === 'buy' ? inferences.tickUp : inferences.tickDown
  return byBasis.get(basis) ?? null
}
