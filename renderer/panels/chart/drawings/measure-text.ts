import { marketUnits } from '#shared/domain/market/symbol'
import { formatDuration } from '../../../lib/format/duration'
import { formatCount, formatDecimal, type NumberFormat } from '../../../lib/format/number'
import { drawingsText } from '../../../messages/panels/drawings'
import type { Measured } from './measure'

export interface MeasureText {
  readonly change: string
  readonly moves: string
  readonly bars: string
  readonly time: string
  readonly volumeTitle: string
  readonly volume: string
}

const text = drawingsText.measured

export function measureText(
  { change, percent, basisPoints, bars, milliseconds, volume, complete }: Measured,
  market: string,
  numbers: NumberFormat
): MeasureText {
  const { base, quote } = marketUnits(market)
  const signed = (decimal: string) => formatDecimal(decimal, numbers, { signed: true })
  return {
    change: `${signed(change)} ${quote}`,
    moves: text.moves(signed(percent), signed(basisPoints)),
    bars: text.bars(formatCount(bars, numbers), Math.abs(bars) === 1),
    time: span(Math.abs(milliseconds)),
    volumeTitle: complete ? text.volume : text.incomplete,
    volume: `${formatDecimal(volume, numbers)} ${base}`
  }
}

export const spokenMeasure = ({ change, moves, bars, time, volumeTitle, volume }: MeasureText): string =>
  text.spoken([change, moves, bars, time, `${volumeTitle} ${volume}`])

/** With seconds below an hour, since short intervals are measured too. */
function span(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60 || seconds >= 3600) return formatDuration(milliseconds)
  return `${formatDuration(milliseconds)} ${String(seconds % 60).padStart(2, '0')} s`
}
