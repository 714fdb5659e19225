import { chartText } from '../../messages/panels/chart'
import {
  formatDecimal as plain,
  subtractDecimals,
  addDecimals,
  canonical,
  type Decimal
} from '#shared/domain/base/decimal'
import { formatCount, formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import type { ChartCandle } from '../../lib/markets'
import type { Slot } from './slots'
import { vwapOf, type Sums } from './sums'

type Tone = 'plain' | 'bid' | 'ask' | 'vwap' | 'cvd' | 'average' | 'anchored' | 'compare'

export interface LegendFigure {
  readonly name: string
  readonly title: string
  readonly text: string
  readonly tone: Tone
  /** 2: only under the pointer. */
  readonly rank: 1 | 2
}

export interface LegendSources {
  readonly slot: Slot | undefined
  readonly sums: Sums | null | undefined
  readonly priceScale: number
  readonly numbers: NumberFormat
  readonly vwap: boolean
  readonly cvd: boolean
  /** The recorded start of VWAP and CVD. */
  readonly from: string | null
  /** Null if heat is off; NaN if it was not recorded. */
  readonly heat: number | null
  /** Of the other studies. */
  readonly more: readonly LegendFigure[]
}

const zero: Decimal = { units: 0n, scale: 0 }

export function unknownVolume(candle: ChartCandle): Decimal {
  const sided = addDecimals(candle.decimal('buys') ?? zero, candle.decimal('sells') ?? zero)
  return canonical(subtractDecimals(candle.decimal('volume') ?? zero, sided))
}

/** The exact values of one slot, always in the same number and order. */
export function legendFigures(sources: LegendSources): readonly LegendFigure[] {
  const { slot, sums, numbers } = sources
  const candle = slot?.candle ?? null
  const price = (field: 'open' | 'high' | 'low' | 'close') =>
    candle ? formatDecimal(candle.text(field), numbers) : noNumber
  const size = (field: 'volume' | 'buys' | 'sells') =>
    candle ? formatDecimal(candle.text(field), numbers) : noNumber
  const rising = candle && candle.value('close') >= candle.value('open')
  const tone = !candle ? 'plain' : rising ? 'bid' : 'ask'
  const figures: LegendFigure[] = [
    { name: 'O', title: chartText.legend.open, text: price('open'), tone, rank: 1 },
    { name: 'H', title: chartText.legend.high, text: price('high'), tone, rank: 1 },
    { name: 'L', title: chartText.legend.low, text: price('low'), tone, rank: 1 },
    { name: 'C', title: chartText.legend.close, text: price('close'), tone, rank: 1 },
    {
      name: chartText.legend.volumeShort,
      title: chartText.legend.volume,
      text: size('volume'),
      tone: 'plain',
      rank: 1
    },
    {
      name: chartText.legend.buys,
      title: chartText.legend.buysHint,
      text: size('buys'),
      tone: 'bid',
      rank: 2
    },
    {
      name: chartText.legend.sells,
      title: chartText.legend.sellsHint,
      text: size('sells'),
      tone: 'ask',
      rank: 2
    },
    {
      name: '?',
      title: chartText.legend.unknownHint,
      text: candle ? formatDecimal(plain(unknownVolume(candle)), numbers) : noNumber,
      tone: 'plain',
      rank: 2
    },
    {
      name: chartText.legend.trades,
      title: chartText.legend.tradesHint,
      text: candle ? formatCount(candle.trades, numbers) : noNumber,
      tone: 'plain',
      rank: 2
    }
  ]
  if (sources.vwap) figures.push(vwapFigure(sums, sources))
  figures.push(...sources.more)
  if (sources.cvd) {
    const text = sums ? deltaText(sums, numbers) : noNumber
    const title = chartText.legend.cvdHint
    figures.push({ name: 'CVD', title, text, tone: 'cvd', rank: 2 })
  }
  if (sources.heat !== null) {
    const text = Number.isNaN(sources.heat) ? noNumber : roughSize(sources.heat, numbers)
    const title = chartText.legend.heatHint
    figures.push({ name: chartText.legend.heat, title, text, tone: 'plain', rank: 2 })
  }
  return figures
}

function vwapFigure(
  sums: Sums | null | undefined,
  { priceScale, numbers, from }: LegendSources
): LegendFigure {
  const vwap = sums ? vwapOf(sums, priceScale) : null
  const text = vwap ? formatDecimal(plain(vwap), numbers) : noNumber
  const title = chartText.legend.vwapHint
  return {
    name: from === null ? chartText.legend.vwap : chartText.legend.vwapFrom(from),
    title,
    text,
    tone: 'vwap',
    rank: 1
  }
}

export const deltaText = ({ delta }: Sums, numbers: NumberFormat) =>
  formatDecimal(plain(canonical(delta)), numbers, { signed: true })

/** Approximate sizes get three digits and a mark. */
export function roughSize(size: number, numbers: NumberFormat): string {
  if (!(size > 0)) return '0'
  const digits = Math.min(12, Math.max(0, 2 - Math.floor(Math.log10(size))))
  return `≈${formatDecimal(size.toFixed(digits), numbers)}`
}

export function noteOf(slot: Slot | undefined): string {
  if (!slot) return ''
  if (slot.candle) return slot.seen === 'whole' ? '' : chartText.legend.partial
  return slot.seen === 'whole'
    ? chartText.legend.noTrade
    : slot.seen === 'part'
      ? chartText.legend.partial
      : chartText.gaps.unrecorded
}
