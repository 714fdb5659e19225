import type { Anchor } from '#shared/contract/market/drawings'
import {
  addDecimals,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import type { Slots } from '../slots'
import { slotOf, startOf } from './axis'

export interface Measured {
  /** Plain decimals, negative for a fall. */
  readonly change: string
  readonly percent: string
  readonly basisPoints: string
  /** Negative to the left. */
  readonly bars: number
  readonly milliseconds: number
  /** Of the bars after the earlier end, up to the later one. */
  readonly volume: string
  /** Whether all of that time was recorded. */
  readonly complete: boolean
}

type MeasuredSlots = Pick<Slots, 'all' | 'seconds' | 'indexAt' | 'seenOfFold'>

const hundred: Decimal = { units: 100n, scale: 0 }
const tenThousand: Decimal = { units: 10_000n, scale: 0 }

export function measured(slots: MeasuredSlots, from: Anchor, to: Anchor): Measured | null {
  const [low, high] = [parseDecimal(from.price), parseDecimal(to.price)]
  const [first, last] = [slotOf(slots, from.at), slotOf(slots, to.at)]
  if (!low || !high || low.units === 0n || first === null || last === null) return null
  const change = subtractDecimals(high, low)
  const milliseconds = startOf(slots, last)! - startOf(slots, first)!
  return {
    change: formatDecimal(change),
    percent: formatDecimal(divideDecimals(multiplyDecimals(change, hundred), low, 3)),
    basisPoints: formatDecimal(divideDecimals(multiplyDecimals(change, tenThousand), low, 1)),
    // By time, because empty slots may be folded.
    bars: Math.round(milliseconds / 1000 / slots.seconds),
    milliseconds,
    ...volumeOf(slots, Math.min(first, last), Math.max(first, last))
  }
}

/** After the first slot, up to the last. */
function volumeOf(slots: MeasuredSlots, first: number, last: number): Pick<Measured, 'volume' | 'complete'> {
  let sum: Decimal = { units: 0n, scale: 0 }
  // Candles that are not loaded cannot be summed; nothing was traded in the future.
  let complete = first >= -1
  for (let index = Math.max(0, first + 1); index <= Math.min(last, slots.all.length - 1); index += 1) {
    const { candle, seen, folded } = slots.all[index]!
    const volume = candle?.decimal('volume')
    if (volume) sum = addDecimals(sum, volume)
    if (seen !== 'whole' || (candle && !volume)) complete = false
    if (folded > 0 && slots.seenOfFold(index) !== 'whole') complete = false
  }
  return { volume: formatDecimal(sum), complete }
}
