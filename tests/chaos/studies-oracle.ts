import { Fraction } from '../unit/renderer/markets/chart/fraction'
import { unitsOf, type Oracle } from './oracle'

export type OracleTrades = readonly ReturnType<Oracle['market']>['trades'][number][]

/** With the side that the tape has of it. */
export type SidedTrade = OracleTrades[number] & {
  readonly aggressor: 'buy' | 'sell' | 'unknown'
  /** In percent; more if it is unknown. */
  readonly confidence: number
}

/** The figures of the chart's studies by their definitions: whole numbers and fractions, and nothing of the app. */
export const one = unitsOf('1')
const nanoseconds = 1_000_000_000n

/** Prices and volume in the oracle's units, the notional in their product. */
export interface Bar {
  readonly start: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
  readonly notional: bigint
}

const largest = (some: readonly bigint[]) => some.reduce((most, value) => (value > most ? value : most))
const smallest = (some: readonly bigint[]) => some.reduce((least, value) => (value < least ? value : least))
const sum = (some: readonly bigint[]) => some.reduce((all, value) => all + value, 0n)

export const within = <Trade extends { readonly at: bigint }>(
  trades: readonly Trade[],
  from: number,
  to: number
): Trade[] => trades.filter(({ at }) => at >= BigInt(from) * nanoseconds && at < BigInt(to) * nanoseconds)

/** Null without trades. Sorting keeps the order of arrival among equal times. */
export function barOf(trades: OracleTrades, start: number): Bar | null {
  if (trades.length === 0) return null
  const prices = trades.toSorted((a, b) => Number(a.at - b.at)).map(({ price }) => price)
  return {
    start,
    open: prices[0]!,
    high: largest(prices),
    low: smallest(prices),
    close: prices.at(-1)!,
    volume: sum(trades.map(({ amount }) => amount)),
    notional: sum(trades.map(({ price, amount }) => price * amount))
  }
}

export function barsOf(trades: OracleTrades, seconds: number): Map<number, Bar> {
  const startOf = ({ at }: OracleTrades[number]) => Number(at / nanoseconds / BigInt(seconds)) * seconds
  const starts = [...new Set(trades.map(startOf))].sort((a, b) => a - b)
  return new Map(starts.map((start) => [start, barOf(within(trades, start, start + seconds), start)!]))
}

/** The mean of the first values, then `(average × (of − weight) + value × weight) / of`. */
class Average {
  #count = 0
  #top = 0n
  #bottom = 1n

  constructor(
    private readonly period: number,
    private readonly weight: bigint,
    private readonly of: bigint
  ) {}

  add(value: bigint): void {
    this.#count += 1
    if (this.#count <= this.period) this.#top += value
    else this.#top = this.#top * (this.of - this.weight) + value * this.weight * this.#bottom
    if (this.#count === this.period) this.#bottom = BigInt(this.period)
    if (this.#count > this.period) this.#bottom *= this.of
  }

  get value(): Fraction | null {
    return this.#count < this.period ? null : new Fraction(this.#top, this.#bottom * one)
  }
}

/** From a bar where nothing before is known. */
export class PeriodStudies {
  readonly #ema: Average
  readonly #range: Average
  readonly #gains: Average
  readonly #losses: Average
  #last: bigint | null = null

  constructor(period: number) {
    const wilder = () => new Average(period, 1n, BigInt(period))
    this.#ema = new Average(period, 2n, BigInt(period + 1))
    this.#range = wilder()
    this.#gains = wilder()
    this.#losses = wilder()
  }

  add({ high, low, close }: Bar): void {
    const last = this.#last
    this.#ema.add(close)
    this.#range.add(largest(last === null ? [high - low] : [high - low, high - last, last - low]))
    if (last !== null) this.#gains.add(largest([close - last, 0n]))
    if (last !== null) this.#losses.add(largest([last - close, 0n]))
    this.#last = close
  }

  /** Null before there are enough values. */
  get values(): Readonly<Record<'ema' | 'atr' | 'rsi', Fraction | null>> {
    const [gains, losses] = [this.#gains.value, this.#losses.value]
    const both = gains && losses && gains.plus(losses)
    const rsi = both && (both.above === 0n ? new Fraction(50n) : gains.times(new Fraction(100n)).over(both))
    return { ema: this.#ema.value, atr: this.#range.value, rsi }
  }
}

export interface Bands {
  readonly vwap: Fraction
  readonly variance: Fraction
}

/** Of the average prices of the bars, by volume; the variance to within 10^-40. */
export class BandSums {
  #notional = 0n
  #volume = 0n
  #squares = 0n

  add({ notional, volume }: Bar): void {
    if (volume === 0n) return
    this.#notional += notional
    this.#volume += volume
    this.#squares += (notional * notional) / volume
  }

  /** Null without volume. */
  get bands(): Bands | null {
    const [notional, volume] = [this.#notional, this.#volume]
    if (volume === 0n) return null
    return {
      vwap: new Fraction(notional, volume * one),
      variance: new Fraction(this.#squares * volume - notional * notional, volume * volume * one * one)
    }
  }
}

/** The volume at each price, in bins of a height, with the largest and the 70 % around it. */
export function profileOf(trades: OracleTrades, height: bigint) {
  const bins = new Map<bigint, bigint>()
  for (const { price, amount } of trades) bins.set(price / height, (bins.get(price / height) ?? 0n) + amount)
  const sorted = [...bins].filter(([, volume]) => volume > 0n).sort(([a], [b]) => (a < b ? -1 : 1))
  if (sorted.length === 0) return null
  const total = sum(sorted.map(([, volume]) => volume))
  const most = largest(sorted.map(([, volume]) => volume))
  const control = sorted.findLastIndex(([, volume]) => volume === most)
  let [low, high] = [control, control]
  // A larger neighbour is taken first, the higher one of two that are equal.
  while (sum(sorted.slice(low, high + 1).map(([, volume]) => volume)) * 10n < total * 7n) {
    const [below, above] = [sorted[low - 1]?.[1] ?? -1n, sorted[high + 1]?.[1] ?? -1n]
    if (below > above) low -= 1
    else high += 1
  }
  const [lowest, highest] = [sorted[low]![0], sorted[high]![0]]
  return { bins: sorted, total, control: sorted[control]![0], low: lowest, high: highest }
}

/** Volumes by side, how many of those trades have a confidence, and its sum. */
export function sidesOf(trades: readonly SidedTrade[]) {
  const volume = (side: SidedTrade['aggressor']) =>
    sum(trades.filter(({ aggressor }) => aggressor === side).map(({ amount }) => amount))
  const rated = trades.filter(
    ({ amount, aggressor, confidence }) => amount > 0n && aggressor !== 'unknown' && confidence <= 100
  )
  return {
    buys: volume('buy'),
    sells: volume('sell'),
    unknown: volume('unknown'),
    rated: BigInt(rated.length),
    confidence: sum(rated.map(({ confidence }) => BigInt(confidence)))
  }
}
