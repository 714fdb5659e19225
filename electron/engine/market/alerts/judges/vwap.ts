import { compareDecimals, type Decimal, multiplyDecimals } from '#shared/domain/base/decimal'
import type { VwapCondition } from '#shared/domain/market/alerts/index'
import { averagePrice, type Candle } from '#shared/domain/market/candles/index'
import type { LiveMarket } from '../../types'
import type { Judge, Values } from '../types'
import { LineSide } from './line-side'
import { figure, inSeconds, type NamedValue, surroundings, text } from './values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

const finer = 2
const nanosecondsInMillisecond = 1_000_000n

/**
 * A new session, a gap in the trades and a past that is joined move the average by themselves, so the side is learned
 * again then.
 */
export class VwapJudge implements Judge {
  readonly input = 'trades'
  readonly remembers = true
  missing: string | null = null
  readonly #side: LineSide
  /** The number of the next trade. */
  #next = NaN
  #session = NaN
  #coverage = NaN

  constructor({ direction }: VwapCondition) {
    this.#side = new LineSide(direction)
  }

  begin(): void {}

  look(market: LiveMarket): boolean {
    const { tape, tradeAt, candles } = market
    // Trades of before may be on the tape.
    const session = tradeAt === null ? null : sessionOf(market)
    this.missing = session ? null : marketText.alertsBlind.noTrade
    if (!session) return false
    const { version } = candles.coverage
    const isOther = session.start !== this.#session || version !== this.#coverage
    if (!isOther && this.#next === tape.arrivals) return false
    if (isOther) this.#side.reset()
    this.#session = session.start
    this.#coverage = version
    this.#next = tape.arrivals
    return this.#side.crosses(compareWithAverage(tape.lastPrice!, session))
  }

  values(market: LiveMarket): Values {
    const session = sessionOf(market)!
    const { notional, volume } = session
    return [
      ...figure(names.last, market.tape.lastPrice),
      ...figure(names.vwap, averagePrice(notional, volume, market.candles.priceScale + finer)),
      text(names.crossed, names[this.#side.way]),
      ...unobserved(market, session),
      ...surroundings(market, 'last')
    ]
  }

  resumed(): void {}
}

/** The newest day with a trade; null without volume. */
function sessionOf({ candles }: LiveMarket): Candle | null {
  const days = candles.series('1d')
  const newest = days.count > 0 ? days.at(days.count - 1) : null
  return newest && newest.volume.units > 0n ? newest : null
}

const compareWithAverage = (price: Decimal, { notional, volume }: Candle): number =>
  compareDecimals(multiplyDecimals(price, volume), notional)

/** The part of its session missing from the average until the last trade. */
function unobserved({ candles }: LiveMarket, session: Candle): readonly NamedValue[] {
  const from = session.start * 1000
  const to = Number(session.closeAt / nanosecondsInMillisecond)
  const gaps = candles.coverage.unseen(from, to, to)
  const late = gaps[0]?.from === from ? gaps.shift() : undefined
  const missing = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)
  return [
    ...(late ? [text(names.vwapFrom, new Date(late.to).toISOString())] : []),
    ...(missing > 0 ? [text(names.notObserved, inSeconds(missing))] : [])
  ]
}
