import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'

/** Of every decimal column, in every file: readers mix up different ones. */
export const precision = 38
export const scale = 18

const limit = 10n ** BigInt(precision)
const powers = Array.from({ length: scale + 1 }, (_, power) => 10n ** BigInt(power))

/** The shared form of a decimal column and the column of text beside it. */
type DecimalCells = readonly [units: bigint | null, text: string | null]

const none: DecimalCells = [null, null]

/** A number that does not fit is exact as text. */
export function decimalCells(value: Decimal | null): DecimalCells {
  if (!value) return none
  const units = scaled(value)
  return units !== null && units < limit && units > -limit ? [units, null] : [null, formatDecimal(value)]
}

/** Null if it has more decimals. */
function scaled({ units, scale: own }: Decimal): bigint | null {
  if (own <= scale) return units * powers[scale - own]!
  const divisor = 10n ** BigInt(own - scale)
  return units % divisor === 0n ? units / divisor : null
}
