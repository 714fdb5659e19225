import type { CandlestickData, UTCTimestamp, WhitespaceData } from 'lightweight-charts'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { VolumeBar } from './bar-series'
import { isUnrecorded } from './gaps'
import { unknownVolume } from './legend'
import type { LinePoint } from './line-series'
import type { Slot, Slots } from './slots'
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

/** Hatched: the line breaks. */
const isHatched = ({ all }: LineSlots, index: number) => all[index] !== undefined && isUnrecorded(all[index])

type LineSlots = Pick<Slots, 'all' | 'seenOfFold'>

export function vwapPoint(slots: LineSlots, sums: readonly (Sums | null)[], index: number): LinePoint {
  const { candle } = slots.all[index]!
  const sum = sums[index]
  const value = sum && vwapOf(sum, Math.max(candle?.priceScale ?? 8, 2))
  return linePoint(slots, sums, index, value ?? null)
}

export function deltaPoint(slots: LineSlots, sums: readonly (Sums | null)[], index: number): LinePoint {
  return linePoint(slots, sums, index, sums[index]?.delta ?? null)
}

function linePoint(
  slots: LineSlots,
  sums: readonly (Sums | null)[],
  index: number,
  value: Decimal | null
): LinePoint {
  const slot = slots.all[index]!
  if (!value || isHatched(slots, index)) return { time: timeOf(slot) }
  const before = sums[index - 1]
  const begins =
    !before ||
    before.session !== sums[index]?.session ||
    isHatched(slots, index - 1) ||
    // Something in the fold was not recorded.
    (slot.folded > 0 && slots.seenOfFold(index) !== 'whole')
  return { time: timeOf(slot), value: numberOf(value), begins }
}
