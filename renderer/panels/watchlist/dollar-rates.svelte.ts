import {
  compareDecimals,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import { marketUnits } from '#shared/domain/market/symbol'
import type { MarketFeed, MarketView } from '../../lib/markets'

/** Currencies that count as one dollar. */
const dollars: readonly string[] = ['USD', 'USDT', 'USDC', 'USDP', 'PYUSD']
const one: Decimal = { units: 1n, scale: 0 }
/** A rate is used until it is off by a thousandth, which three digits hardly show, so that sizes do not change with each trade. */
const tolerance: Decimal = { units: 1n, scale: 3 }
const pace = 1000
/** Fraction digits of a size in another currency. */
const sizeDigits = 8

/** What one unit of a market's quote currency is worth in dollars, from live markets such as BTCUSD. */
export class DollarRates {
  #rates = $state.raw<Readonly<Record<string, Decimal>>>({})

  constructor(private readonly feed: Pick<MarketFeed, 'open'>) {}

  /** Null while it is unknown. */
  of(market: string): Decimal | null {
    const { quote } = marketUnits(market)
    return dollars.includes(quote) ? one : (this.#rates[quote] ?? null)
  }

  /** A number of dollars in a market's quote currency. */
  sizeIn(market: string, size: string): string | null {
    const [rate, amount] = [this.of(market), parseDecimal(size)]
    if (!rate || !amount) return null
    if (rate === one) return size
    const converted = divideDecimals(amount, rate, sizeDigits)
    return converted.units > 0n ? formatDecimal(converted) : null
  }

  /** Follows markets of the dollar until the returned function is called. */
  follow(markets: readonly string[]): () => void {
    const stops = markets.map((market) => {
      const view = this.feed.open({
        market,
        pace,
        parts: { book: { levels: 1, grouping: null }, trades: null, candles: null, statistics: false }
      })
      const { base } = marketUnits(market)
      const stop = view.onPaint(() => this.#learn(base, view))
      return () => {
        stop()
        view.dispose()
        this.#set(base, null)
      }
    })
    return () => stops.forEach((stop) => stop())
  }

  #learn(currency: string, view: MarketView): void {
    const mid = view.state === 'live' ? (view.book?.best()?.mid ?? null) : null
    const used = this.#rates[currency]
    if (mid && mid.units > 0n && used && isNear(mid, used)) return
    this.#set(currency, mid && mid.units > 0n ? mid : null)
  }

  #set(currency: string, rate: Decimal | null): void {
    const { [currency]: before, ...others } = this.#rates
    if (rate) this.#rates = { ...others, [currency]: rate }
    else if (before) this.#rates = others
  }
}

/** The markets that have the rates of others, as far as they are known; one text, which changes only if they do. */
export function rateMarkets(markets: readonly string[], known: readonly string[]): string {
  const quotes = markets.map((market) => marketUnits(market).quote)
  return quotes
    .filter((quote, index) => !dollars.includes(quote) && quotes.indexOf(quote) === index)
    .map((quote) => `${quote}USD`)
    .filter((market) => known.includes(market))
    .join(' ')
}

function isNear(now: Decimal, used: Decimal): boolean {
  const { units, scale } = subtractDecimals(now, used)
  const off = { units: units < 0n ? -units : units, scale }
  return compareDecimals(off, multiplyDecimals(used, tolerance)) <= 0
}
