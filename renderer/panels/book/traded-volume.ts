import { addDecimals, parseDecimal, subtractDecimals, type Decimal } from '#shared/domain/base/decimal'
import type { TapeTrade } from '../../lib/markets'

/** A trade whose side cannot be inferred is `unknown`. */
export interface Traded {
  readonly total: Decimal
  readonly bought: Decimal
  readonly sold: Decimal
}

export interface TradesSource {
  /** Oldest first. */
  readonly rows: readonly Pick<
    TapeTrade,
    'number' | 'price' | 'amount' | 'seconds' | 'nanoseconds' | 'aggressor'
  >[]
  readonly skipped: number
  readonly last: Pick<TapeTrade, 'seconds'> | null
}

/** Nearest doubles; both ends are included except the open one. */
export interface PriceSpan {
  readonly low: number
  readonly high: number
  readonly open: 'low' | 'high' | null
}

interface Kept {
  readonly seconds: number
  readonly price: PriceVolume
  readonly amount: Decimal
  readonly aggressor: TapeTrade['aggressor']
}

interface PriceVolume {
  readonly price: Decimal
  readonly value: number
  total: Decimal
  bought: Decimal
  sold: Decimal
  trades: number
}

const zero: Decimal = { units: 0n, scale: 0 }
const maxKept = 50_000
/** More than the rows of any window, and few enough to search for each trade. */
const maxSpans = 500

/** Traded volume by price within a moving time window, as far as recorded. */
export class TradedVolume {
  #kept: Kept[] = []
  /** The oldest trade kept. */
  #oldest = Infinity
  readonly #prices = new Map<string, PriceVolume>()
  #sorted: PriceVolume[] | null = []
  /** Sums as they were last asked for. */
  readonly #spans = new Map<PriceSpan, Traded | null>()
  #last = -Infinity
  #source: TradesSource | null = null
  #skipped = 0
  /** Trades before this second may be missing; -Infinity if complete. */
  since = -Infinity

  /** Reads new trades. `full` is the tape's maximum length. */
  read(source: TradesSource, full: number): void {
    // The tape may have got earlier trades.
    if (source !== this.#source) this.clear()
    this.#source = source
    const first = this.#last === -Infinity
    if (first && source.rows.length >= full) this.since = source.rows[0]!.seconds
    let last = this.#last
    for (const trade of source.rows) {
      if (trade.number <= this.#last) continue
      this.#add(trade)
      if (trade.number > last) last = trade.number
    }
    this.#last = last
    if (source.skipped > this.#skipped) this.since = source.last?.seconds ?? this.since
    this.#skipped = source.skipped
  }

  /** Removes older trades. */
  expire(before: number): void {
    const excess = this.#kept.length - maxKept
    if (excess <= 0 && this.#oldest >= before) return
    if (excess > 0) this.since = Math.max(this.since, this.#kept[excess - 1]!.seconds)
    this.#oldest = Infinity
    const left = this.#kept.filter((trade, index) => {
      if (trade.seconds >= before && index >= excess) {
        this.#oldest = Math.min(this.#oldest, trade.seconds)
        return true
      }
      this.#remove(trade)
      return false
    })
    this.#kept = left
  }

  clear(): void {
    this.#kept = []
    this.#oldest = Infinity
    this.#prices.clear()
    this.#sorted = []
    this.#spans.clear()
    this.#last = -Infinity
    this.#skipped = 0
    this.since = -Infinity
  }

  /** Null if nothing was traded. The same object until it changes. */
  within(span: PriceSpan): Traded | null {
    const known = this.#spans.get(span)
    if (known !== undefined) return known
    if (this.#spans.size >= maxSpans) this.#spans.clear()
    const sum = this.#sumOf(span)
    this.#spans.set(span, sum)
    return sum
  }

  #sumOf(span: PriceSpan): Traded | null {
    const prices = this.#inOrder()
    let at = lowerBound(prices, span.low)
    if (at < prices.length && !contains(span, prices[at]!.value)) at += 1
    let sum: Traded | null = null
    for (; at < prices.length && contains(span, prices[at]!.value); at += 1) {
      const { total, bought, sold } = prices[at]!
      sum = {
        total: sum ? addDecimals(sum.total, total) : total,
        bought: sum ? addDecimals(sum.bought, bought) : bought,
        sold: sum ? addDecimals(sum.sold, sold) : sold
      }
    }
    return sum
  }

  #add({ number: _number, price, amount, seconds, aggressor }: TradesSource['rows'][number]): void {
    const size = parseDecimal(amount)
    const volume = this.#volumeAt(price)
    if (!size || !volume) return
    this.#oldest = Math.min(this.#oldest, seconds)
    this.#kept.push({ seconds, price: volume, amount: size, aggressor })
    volume.trades += 1
    this.#count(volume, size, aggressor, addDecimals)
  }

  #remove({ price, amount, aggressor }: Kept): void {
    price.trades -= 1
    this.#count(price, amount, aggressor, subtractDecimals)
    if (price.trades > 0) return
    this.#prices.delete(keyOf(price.price))
    this.#sorted = null
  }

  #count(
    volume: PriceVolume,
    size: Decimal,
    aggressor: Kept['aggressor'],
    join: (one: Decimal, other: Decimal) => Decimal
  ): void {
    volume.total = join(volume.total, size)
    if (aggressor === 'buy') volume.bought = join(volume.bought, size)
    if (aggressor === 'sell') volume.sold = join(volume.sold, size)
    for (const span of this.#spans.keys()) if (contains(span, volume.value)) this.#spans.delete(span)
  }

  #volumeAt(text: string): PriceVolume | null {
    const price = parseDecimal(text)
    if (!price) return null
    const key = keyOf(price)
    const known = this.#prices.get(key)
    if (known) return known
    const made = { price, value: valueOf(price), total: zero, bought: zero, sold: zero, trades: 0 }
    this.#prices.set(key, made)
    this.#sorted = null
    return made
  }

  #inOrder(): readonly PriceVolume[] {
    return (this.#sorted ??= [...this.#prices.values()].sort((one, other) => one.value - other.value))
  }
}

/** Ignores trailing zeros. */
function keyOf({ units, scale }: Decimal): string {
  let [short, digits] = [units, scale]
  while (digits > 0 && short % 10n === 0n) {
    short /= 10n
    digits -= 1
  }
  return `${short}e-${digits}`
}

/** The nearest double, computed as in the ladder's rows. */
export const valueOf = ({ units, scale }: Decimal) => Number(units) / 10 ** scale

const contains = ({ low, high, open }: PriceSpan, value: number) =>
  value >= low && value <= high && !(open === 'low' && value === low) && !(open === 'high' && value === high)

function lowerBound(prices: readonly PriceVolume[], value: number): number {
  let low = 0
  let high = prices.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (prices[middle]!.value < value) low = middle + 1
    else high = middle
  }
  return low
}
