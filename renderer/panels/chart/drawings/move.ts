import type { Anchor, Drawing } from '#shared/contract/market/drawings'
import { addDecimals, compareDecimals, formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { slotOf, startOf, type SlotAxis } from './axis'

const zero = { units: 0n, scale: 0 }

/** Moves by slots and by steps of `10 ** -scale`; null where there is no price. */
export function movedAnchor(
  anchor: Anchor,
  axis: SlotAxis,
  { slots, steps, scale }: { readonly slots: number; readonly steps: number; readonly scale: number }
): Anchor | null {
  const price = parseDecimal(anchor.price)
  if (!price) return null
  const moved = addDecimals(price, { units: BigInt(steps), scale })
  if (compareDecimals(moved, zero) <= 0) return null
  return { at: movedTime(anchor.at, axis, slots), price: steps === 0 ? anchor.price : formatDecimal(moved) }
}

/** Unchanged if not moved, since it need not be the start of a slot. */
export function movedTime(at: number, axis: SlotAxis, slots: number): number {
  const slot = slots === 0 ? null : slotOf(axis, at)
  return slot === null ? at : (startOf(axis, slot + slots) ?? at)
}

/** With one anchor replaced, or all of them changed; null if one cannot be. */
export function withAnchors(
  drawing: Drawing,
  only: number | null,
  change: (anchor: Anchor) => Anchor | null
): Drawing | null {
  const anchors = drawing.anchors.map((anchor, index) =>
    only === null || only === index ? change(anchor) : anchor
  )
  return anchors.every((anchor) => anchor !== null) ? { ...drawing, anchors } : null
}
