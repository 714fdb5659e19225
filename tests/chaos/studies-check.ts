import * as v from 'valibot'
import { chartSchema } from '#shared/contract/market/panels/chart'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { intervalSeconds } from '#shared/domain/market/candles/index'
import type { ChartCandles } from '#renderer/lib/markets/index'
import { ChartModel } from '#renderer/panels/chart/model'
import { SessionLevels, sessionStart } from '#renderer/panels/chart/studies/session-levels'
import { bandAt } from '#renderer/panels/chart/studies/anchored'
import type { SlotStudies } from '#renderer/panels/chart/studies/slot-studies'
import { bandSteps } from '#renderer/panels/chart/studies/texts'
import { vwapOf } from '#renderer/panels/chart/sums'
import { Fraction } from '../unit/renderer/markets/chart/fraction'
import { unitsOf } from './oracle'
import {
  BandSums,
  barOf,
  barsOf,
  one,
  PeriodStudies,
  within,
  type Bands,
  type Bar,
  type SidedTrade
} from './studies-oracle'

/** Reports what differs. */
export type Fault = (sentence: string) => void

/** What a chart has of a market, and the trades that were received. */
export interface Charted {
  readonly market: string
  readonly candles: ChartCandles
  /** Of shorter candles: those of a minute, which complete them. */
  readonly minutes: ChartCandles | null
  readonly trades: readonly SidedTrade[]
}

const periods = { ema: 5, atr: 7, rsi: 6 } as const
const names = ['ema', 'atr', 'rsi'] as const
const day = 86_400

function exact(decimal: Decimal): bigint {
  const text = formatDecimal(decimal)
  return text.startsWith('-') ? -unitsOf(text.slice(1)) : unitsOf(text)
}
const asFraction = (decimal: Decimal) => new Fraction(exact(decimal), one)
const digit = (digits: number) => new Fraction(1n, 10n ** BigInt(digits))

const isNear = (found: Decimal, truth: Fraction, bound: Fraction) =>
  asFraction(found).minus(truth).size.isAtMost(bound)

/** Rounded to the last digit that it has. */
const isRounded = (found: Decimal, truth: Fraction, digits: number) =>
  isNear(found, truth, digit(digits).over(new Fraction(2n)))

/** Whether trades were recorded in all of that time, in seconds. */
function covers({ spans }: ChartCandles, from: number, to: number): boolean {
  let seen = 0
  for (let at = 0; at < spans.length; at += 2)
    seen += Math.max(0, Math.min(spans[at + 1]!, to * 1000) - Math.max(spans[at]!, from * 1000))
  return seen >= (to - from) * 1000
}

function modelOf({ candles, minutes }: Charted, anchor: number): ChartModel {
  const model = new ChartModel()
  model.slots.extend()
  const { ema, atr, rsi } = periods
  const on = { ema: true, atr: true, rsi: true, emaPeriod: ema, atrPeriod: atr, rsiPeriod: rsi, anchor }
  model.slotStudies.choose({ ...v.parse(chartSchema, {}), ...on })
  model.follow(candles, minutes, null)
  return model
}

/** EMA, ATR, RSI, VWAP and the anchored VWAP with its bands, at every candle. */
export function checkSlots(charted: Charted, fault: Fault): void {
  const { market, candles, trades } = charted
  const seconds = intervalSeconds[candles.interval]
  const bars = barsOf(trades, seconds)
  const starts = [...bars.keys()]
  const anchor = starts[starts.length >> 1] ?? 0
  const { slots, slotStudies, studies } = modelOf(charted, anchor)
  const scale = Math.min(18, ...candles.all.map(({ priceScale }) => priceScale))
  let known: Readonly<Record<(typeof names)[number], PeriodStudies | null>> = {
    ema: null,
    atr: null,
    rsi: null
  }
  const anchored = new BandSums()
  let session = { start: -Infinity, sums: new BandSums() }
  for (const [index, { start }] of slots.all.entries()) {
    const bar = bars.get(start)
    const before = index === 0 ? start : slots.all[index - 1]!.start + seconds
    const isMissed = !covers(candles, before, bar ? start : start + seconds)
    if (isMissed) known = { ema: null, atr: null, rsi: null }
    const say = (what: string) => fault(`${what} of ${market}'s ${candles.interval} candle ${start} differs`)
    for (const name of names) {
      if (isMissed && !bar && slotStudies.value(name, index) !== null) say(name)
      if (!bar) continue
      const study = known[name] ?? new PeriodStudies(periods[name])
      study.add(bar)
      known = { ...known, [name]: study }
      const [found, truth] = [slotStudies.value(name, index)?.value ?? null, study.values[name]]
      // Steps are rounded ten digits after those of the prices; RSI is shown with two.
      const bound =
        name === 'rsi'
          ? new Fraction(501n, 100_000n)
          : digit(scale + 10).times(new Fraction(BigInt(periods[name])))
      const isRight = found && truth ? isNear(found, truth, bound) : found === truth
      if (!isRight) say(name)
    }
    if (!bar) continue
    if (start >= anchor) anchored.add(bar)
    checkBands(slotStudies.bands(index, scale + 6), anchored.bands, scale, say)
    if (start - (start % day) !== session.start)
      session = { start: start - (start % day), sums: new BandSums() }
    session.sums.add(bar)
    const { bands } = session.sums
    const vwap = vwapOf(studies.sums[index]!, scale)
    if (vwap && bands ? !isRounded(vwap, bands.vwap, scale + 2) : vwap !== bands) say('VWAP')
  }
}

/** The average to its last digit, the deviation to a thousandth of the price's. */
function checkBands(
  found: ReturnType<SlotStudies['bands']>,
  truth: Bands | null,
  scale: number,
  say: Fault
): void {
  if (!found || !truth) {
    if (found !== truth) say('anchored VWAP')
    return
  }
  if (!isRounded(found.vwap, truth.vwap, scale + 6)) say('anchored VWAP')
  const [deviation, slack] = [asFraction(found.deviation), digit(scale + 3)]
  const [low, high] = [deviation.minus(slack), deviation.plus(slack)]
  const isRight =
    (low.above < 0n || low.times(low).isAtMost(truth.variance)) && truth.variance.isAtMost(high.times(high))
  if (!isRight) say('deviation')
  for (const steps of bandSteps)
    if (exact(bandAt(found, steps)) !== exact(found.vwap) + BigInt(steps) * exact(found.deviation))
      say('band')
}

/** Of the session in which the last trade was, which begins at the minute of one in the middle, and of the one before. */
export function checkLevels({ market, candles, trades }: Charted, fault: Fault): void {
  const starts = [...barsOf(trades, 60).keys()]
  const [middle, last] = [starts[starts.length >> 1], starts.at(-1)]
  if (middle === undefined) return
  const opensAt = Math.floor((middle % day) / 60)
  const start = sessionStart(last!, opensAt)
  const barIn = (from: number) => barOf(within(trades, from, from + day), from)
  const [now, before] = [barIn(start), barIn(start - day)]
  const right: [string, bigint][] = []
  if (now) right.push(['open', now.open], ['high', now.high], ['low', now.low])
  if (before)
    right.push(['previousHigh', before.high], ['previousLow', before.low], ['previousClose', before.close])
  const levels = new SessionLevels().read(candles, opensAt, last! * 1000 + 1)
  const found = levels.map(({ name, price }) => [name, exact(price)])
  if (found.join(' ') !== right.join(' '))
    fault(`session levels of ${market} are ${found.join(' ')}, not ${right.join(' ')}`)
}

/** Percent, ratio and spread of two markets at each candle of the first. */
export function checkComparison(own: Charted, other: Charted, fault: Fault): void {
  const seconds = intervalSeconds[own.candles.interval]
  const model = new ChartModel()
  model.slots.extend()
  model.other = other.candles
  model.follow(own.candles, null, null)
  const { slots, comparison } = model
  const since = slots.all.length >> 2
  const series = { own: barsOf(own.trades, seconds), other: barsOf(other.trades, seconds) }
  const last = { own: null as Bar | null, other: null as Bar | null }
  const base = { own: null as bigint | null, other: null as bigint | null }
  for (const [index, { start }] of slots.all.entries()) {
    const before = index === 0 ? start : slots.all[index - 1]!.start + seconds
    for (const name of ['own', 'other'] as const) {
      const { candles } = name === 'own' ? own : other
      for (let at = before; at <= start; at += seconds) {
        const bar = series[name].get(at)
        // Of the other market, the time of the last trade's candle counts, too: it may have ended in a gap.
        const from = name === 'own' ? at : (last.other?.start ?? at)
        last[name] = bar ?? (covers(candles, from, at + seconds) ? last[name] : null)
      }
      if (index >= since) base[name] ??= last[name]?.close ?? null
    }
    const say = (what: string) => fault(`${what} of ${own.market} and ${other.market} at ${start} differs`)
    const [first, second] = [last.own?.close ?? null, last.other?.close ?? null]
    const [ratio, spread] = [comparison.ratio(index), comparison.spread(index)]
    if (first === null || second === null || second === 0n) {
      if (ratio !== null) say('ratio')
    } else if (!ratio || !isRounded(ratio, new Fraction(first, second), first < second ? 10 : 6)) say('ratio')
    if ((spread && exact(spread)) !== (first === null || second === null ? null : first - second))
      say('spread')
    if (index < since) continue
    for (const name of ['own', 'other'] as const) {
      const found = comparison.percent(name, index, since)
      const [now, from] = [last[name]?.close ?? null, base[name]]
      const truth = now === null || !from ? null : new Fraction((now - from) * 100n, from)
      if (found && truth ? !isRounded(found, truth, 3) : found !== truth) say(`percent of the ${name}`)
    }
  }
}
