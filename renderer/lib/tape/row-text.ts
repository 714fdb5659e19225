import { canonical, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { formatDecimal, type NumberFormat } from '../format/number'
import { aheadText } from '../format/clock-offset'
import { formatDayMoment, formatMoment, type ClockKind } from '../format/time'
import { formatSize, SizeDigits } from '../format/size-digits'
import type { TapeTrade } from '../markets'
import { moneyText } from '../format/money'
import type { TradeRow } from './rows'
import { timeOf } from './time'
import { valueOf } from './value'

interface TextOptions {
  readonly numbers: NumberFormat
  readonly clock: ClockKind
}

interface TradeText {
  readonly time: string
  readonly price: string
  readonly size: string
}

const nothing: Decimal = { units: 0n, scale: 0 }
/** Room for the head. */
const minValueLength = 9

const placesOf = (text: string) => canonical(parseDecimal(text) ?? nothing).scale

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
      this.priceLength = Math.max(this.priceLength, this.#of(row.trade).price.length)
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
