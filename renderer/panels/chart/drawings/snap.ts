import type { Slots } from '../slots'

const fields = ['open', 'high', 'low', 'close'] as const

/** The open, high, low or close of a candle that is nearest on the axis, or null without a candle. */
export function snapped(
  slots: Pick<Slots, 'all'>,
  slot: number,
  y: number,
  yOf: (price: string) => number | null
): string | null {
  const candle = slots.all[slot]?.candle
  if (!candle) return null
  let nearest: string | null = null
  let min = Infinity
  for (const field of fields) {
    const price = candle.text(field)
    const at = yOf(price)
    if (at === null || Math.abs(at - y) >= min) continue
    min = Math.abs(at - y)
    nearest = price
  }
  return nearest
}
