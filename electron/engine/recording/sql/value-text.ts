import type { SqlColumn } from '#shared/contract/recording/sql'
import { scale } from '../parquet/decimals'

const numbers = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|BIGNUM|FLOAT|DOUBLE|DECIMAL)\b/
const times = /^(DATE|TIMESTAMP)/
const paddedDecimal = new RegExp(`^DECIMAL\\(\\d+,(${scale}|[2-3]\\d)\\)$`)

export function kindOf(type: string): SqlColumn['kind'] {
  if (type.endsWith(']')) return 'text'
  return numbers.test(type) ? 'number' : times.test(type) ? 'time' : 'text'
}

/** Exact; decimals without the padding that the files have. */
export function valueText(value: unknown, type: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return type === 'FLOAT' ? singleText(value) : String(value)
  const text = String(value as bigint | boolean | string | { toString(): string })
  return paddedDecimal.test(type) ? text.replace(/\.?0+$/, '') : text
}

/** The shortest text that is the same number of 32 bits. */
function singleText(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}
