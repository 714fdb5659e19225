import type { CandlestickData, UTCTimestamp, WhitespaceData } from 'lightweight-charts'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { VolumeBar } from './bar-series'
import { unknownVolume } from './legend'
import type { LinePoint } from './line-series'
import type { Slot } from './slots'
import { vwapOf, type Sums } from './sums'

const timeOf = ({ start }: Slot) => start as UTCTimestamp

export function candlePoint(slot: Slot): CandlestickData | WhitespaceData {
  const { candle } = slot
  if (!candle) return { time: timeOf(slot) }
  return {
    time: timeOf(slot),
    open: candle.value('open'),
    high: candle.value('high'),
    low: candle.value('low'),
    close: candle.value('close')
  }
}

export function volumePoint(slot: Slot): VolumeBar {
  const { candle } = slot
  if (!candle) return { time: timeOf(slot) }
  const buys = candle.value('buys')
  const sells = candle.value('sells')
  return { time: timeOf(slot), buys, sells, unknown: numberOf(unknownVolume(candle)) }
}

/** Only for drawing. */
const numberOf = (decimal: Decimal) => Number(formatDecimal(decimal))

/** Breaks the line where nothing was recorded. */
const isBlind = (slot: Slot | undefined) => slot?.seen === 'none'

export function vwapPoint(slots: readonly Slot[], sums: readonly (Sums | null)[], index: number): LinePoint {
  const slot = slots[index]!
  const scale = slot.candle?.priceScale ?? 8
  const sum = sums[index]
  const value = sum && !isBlind(slot) ? vwapOf(sum, Math.max(scale, 2)) : null
  return value ? linePoint(slots, sums, index, numberOf(value)) : { time: timeOf(slot) }
}

export function deltaPoint(slots: readonly Slot[], sums: readonly (Sums | null)[], index: number): LinePoint {
  const slot = slots[index]!
  const sum = sums[index]
  return sum && !isBlind(slot) ? linePoint(slots, sums, index, numberOf(sum.delta)) : { time: timeOf(slot) }
}

function linePoint(
  slots: readonly Slot[],
  sums: readonly (Sums | null)[],
  index: number,
  value: number
): LinePoint {
  const slot = slots[index]!
  const before = sums[index - 1]
  const begins = !before || before.session !== sums[index]?.session || isBlind(slots[index - 1])
  return { time: timeOf(slot), value, begins }
}
