import { chartText } from '../../messages/panels/chart'
import { compareDecimals } from '#shared/domain/base/decimal'
import type { ChartCandle } from '../../lib/markets'

/** Beyond this the axis step exceeds 1, which the library does not support. */
export const tooLarge: number = 2 ** 48
/** The minimum axis step in units of double precision. */
const minSteps = 16
/** The minimum price range in units of double precision. */
const minRange = 4096

const unitOf = (value: number) => 2 ** (Math.floor(Math.log2(value)) - 52)

/** The minimum step up to `largest`; below double precision the library would not terminate. */
export const minMoveOf = (largest: number, wanted: number) =>
  largest > 0 ? Math.max(wanted, 10 ** Math.ceil(Math.log10(minSteps * unitOf(largest)))) : wanted

/** The largest price and total size drawn. */
export interface Extent {
  readonly price: number
  readonly size: number
}

export const nothingDrawn: Extent = { price: 0, size: 0 }

/** The axis steps, or a sentence if doubles cannot distinguish the values. */
export function extentOf(candles: readonly ChartCandle[], cumulated: number): Extent | string {
  let [lowest, highest, size] = [Infinity, -Infinity, Math.abs(cumulated)]
  for (const candle of candles) {
    lowest = Math.min(lowest, candle.value('low'))
    highest = Math.max(highest, candle.value('high'))
    size += candle.value('volume')
  }
  if (candles.length === 0) return nothingDrawn
  const price = Math.max(Math.abs(lowest), Math.abs(highest))
  if (!(price < tooLarge)) return chartText.undrawable.prices
  if (!(size < tooLarge)) return chartText.undrawable.sizes
  if (highest - lowest < minRange * unitOf(price) && !isFlat(candles)) return chartText.undrawable.close
  return { price, size }
}

function isFlat(candles: readonly ChartCandle[]): boolean {
  const price = candles[0]!.decimal('low')
  return candles.every((candle) =>
    (['low', 'high'] as const).every((field) => {
      const other = candle.decimal(field)
      return price !== null && other !== null && compareDecimals(price, other) === 0
    })
  )
}
