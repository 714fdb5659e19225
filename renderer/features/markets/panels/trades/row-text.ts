import { formatDecimal, type NumberFormat } from '../../../../lib/format/number'
import { aheadText } from '../../../../lib/format/clock-offset'
import { formatDateTime, formatTime, type ClockKind } from '../../../../lib/format/time'
import type { TapeTrade } from '../../../../lib/markets'
import { moneyText } from '../depth/money'
import type { TradeRow } from './rows'
import { timeOf } from './time'
import { valueOf } from './value'

export interface TextOptions {
  readonly numbers: NumberFormat
  readonly clock: ClockKind
}

interface TradeText {
  readonly time: string
  readonly price: string
  readonly size: string
}

/** Room for the head. */
const shortestValue = 9

const placesOf = (text: string) => {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

export const formatMoment = (at: number, clock: ClockKind) =>
  `${formatTime(at, clock)}.${String(((at % 1000) + 1000) % 1000).padStart(3, '0')}`

/** With its day. */
export const momentText = (at: number, clock: ClockKind) =>
  `${formatDateTime(at, clock).slice(0, 10)} ${formatMoment(at, clock)}`

/** Why the row has another time than the service wrote; empty where it has that one. */
export function timeNote({ trade, at }: Pick<TradeRow, 'trade' | 'at'>, clock: ClockKind): string {
  return trade.ahead > 0 ? aheadText(trade.ahead, momentText(at + trade.ahead, clock)) : ''
}

/** The texts of trades, made once for each of them. Points stand under points: the longest fraction sets the places. */
export class RowTexts {
  #known = new WeakMap<TapeTrade, TradeText>()
  #pricePlaces = 0
  #sizePlaces = 0
  /** The longest texts so far: columns grow with them and never shrink while a market is shown. */
  priceLength = 0
  sizeLength = 0
  valueLength = 0
  #values = new WeakMap<TapeTrade, string>()

  constructor(private readonly options: TextOptions) {}

  /** Makes room for what is about to be drawn. */
  fit(row: TradeRow, withValue: boolean): void {
    const prices = placesOf(row.trade.price)
    const sizes = placesOf(row.amount)
    if (prices > this.#pricePlaces || sizes > this.#sizePlaces) {
      this.#pricePlaces = Math.max(prices, this.#pricePlaces)
      this.#sizePlaces = Math.max(sizes, this.#sizePlaces)
      this.#known = new WeakMap()
    }
    this.priceLength = Math.max(this.priceLength, this.#of(row.trade).price.length)
    this.sizeLength = Math.max(this.sizeLength, this.size(row).length)
    if (withValue) this.valueLength = Math.max(this.valueLength, shortestValue, this.value(row).length)
  }

  of(row: TradeRow): TradeText {
    return { ...this.#of(row.trade), size: this.size(row) }
  }

  time(row: TradeRow): string {
    return this.#of(row.trade).time
  }

  price(row: TradeRow): string {
    return this.#of(row.trade).price
  }

  size(row: TradeRow): string {
    return row.count === 1 ? this.#of(row.trade).size : this.#sizeText(row.amount)
  }

  /** In quote currency, to two digits. */
  value(row: TradeRow): string {
    if (row.count > 1) return moneyText(valueOf(row), this.options.numbers)
    const known = this.#values.get(row.trade)
    if (known !== undefined) return known
    const made = moneyText(valueOf(row), this.options.numbers)
    this.#values.set(row.trade, made)
    return made
  }

  #of(trade: TapeTrade): TradeText {
    const known = this.#known.get(trade)
    if (known) return known
    const { numbers, clock } = this.options
    const text = {
      time: formatMoment(timeOf(trade), clock),
      price: formatDecimal(trade.price, numbers, { places: this.#pricePlaces }),
      size: this.#sizeText(trade.amount)
    }
    this.#known.set(trade, text)
    return text
  }

  #sizeText(amount: string): string {
    return formatDecimal(amount, this.options.numbers, { places: this.#sizePlaces })
  }
}
