import {
  canonical,
  divideDecimals,
  formatDecimal as plainText,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import { formatDecimal, type NumberFormat } from '../format/number'
import { aheadText } from '../format/clock-offset'
import { formatDayMoment, formatMoment, type ClockKind } from '../format/time'
import { formatSize, SizeDigits } from '../format/size-digits'
import type { TapeTrade } from '../markets'
import { moneyText, shortMoney } from '../format/money'
import type { TradeRow } from './trade-row'
import { timeOf } from './time'
import { valueOf } from './value'

interface TextOptions {
  readonly numbers: NumberFormat
  readonly clock: ClockKind
  /** Prices are means of several prints. */
  readonly isMean: boolean
}

interface TradeText {
  readonly time: string
  readonly price: string
  readonly size: string
}

const nothing: Decimal = { units: 0n, scale: 0 }
/** Room for the head. */
const minValueLength = 9

/** Of a mean price, beyond those of prices. */
const meanPlaces = 2

const placesOf = (text: string) => canonical(parseDecimal(text) ?? nothing).scale

/** Volume-weighted, with two more digits than prices have; the price itself of one print. */
export function meanPrice({ value, amount, trade }: TradeRow, pricePlaces = placesOf(trade.price)): string {
  const size = parseDecimal(amount) ?? nothing
  if (value === null || size.units === 0n) return trade.price
  return plainText(divideDecimals(value, size, pricePlaces + meanPlaces))
}

/** Why the row has another time than the service's own; empty if it is the same. */
export function timeNote({ trade, at }: Pick<TradeRow, 'trade' | 'at'>, clock: ClockKind): string {
  return trade.ahead > 0 ? aheadText(trade.ahead, formatDayMoment(at + trade.ahead, clock)) : ''
}

/** The texts of trades, each made once. The longest fraction sets the places, so that decimal points align. */
export class RowTexts {
  #known = new WeakMap<TapeTrade, TradeText>()
  #pricePlaces = 0
  readonly #sizes = new SizeDigits()
  /** The longest texts so far: columns grow and never shrink while a market is shown. */
  priceLength = 0
  sizeLength = 0
  valueLength = 0
  #values = new WeakMap<TapeTrade, string>()

  constructor(private readonly options: TextOptions) {}

  /** Makes room for what is about to be drawn. */
  fit(rows: readonly TradeRow[], withValue: boolean): void {
    this.#learn(rows)
    for (const row of rows) {
      this.priceLength = Math.max(this.priceLength, this.price(row).length)
      this.sizeLength = Math.max(this.sizeLength, this.size(row).length)
      if (withValue) this.valueLength = Math.max(this.valueLength, minValueLength, this.value(row).length)
    }
  }

  #learn(rows: readonly TradeRow[]): void {
    const before = [this.#pricePlaces, this.#sizes.places]
    for (const { trade, amount } of rows) {
      this.#pricePlaces = Math.max(this.#pricePlaces, placesOf(trade.price))
      const { units, scale } = parseDecimal(amount) ?? nothing
      this.#sizes.see(Number(units), scale)
    }
    this.#sizes.settle()
    if (before[0] !== this.#pricePlaces || before[1] !== this.#sizes.places) this.#known = new WeakMap()
  }

  of(row: TradeRow): TradeText {
    return { ...this.#of(row.trade), price: this.price(row), size: this.size(row) }
  }

  time(row: TradeRow): string {
    return this.#of(row.trade).time
  }

  price(row: TradeRow): string {
    if (!this.options.isMean) return this.#of(row.trade).price
    const places = this.#pricePlaces + meanPlaces
    return formatDecimal(meanPrice(row, this.#pricePlaces), this.options.numbers, { places })
  }

  size(row: TradeRow): string {
    return row.count === 1 ? this.#of(row.trade).size : this.#sizeText(row.amount)
  }

  /** Every digit of it. */
  wholeSize({ amount }: TradeRow): string {
    return formatDecimal(amount, this.options.numbers, { places: 0 })
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

  /** To three digits. */
  shortValue(row: TradeRow): string {
    return shortMoney(valueOf(row), this.options.numbers)
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
    return formatSize(amount, this.options.numbers, this.#sizes.places)
  }
}
