import type { TapeFilter } from '#shared/contract/market/panels/trades'
import { formatDecimal } from '#shared/domain/base/decimal'
import type { TapeTrade } from '../markets'
import { compareSizes, sizeOf, type Size } from './sizes'
import type { TradeRow } from './trade-row'
import { valueOf } from './value'

type Range = { readonly min: Size | null; readonly max: Size | null }
type Limits = Omit<TapeFilter, 'together' | 'perSecond'>

/** Which trades and rows a tape shows. */
export class RowFilter {
  readonly #sides: ReadonlySet<TapeTrade['aggressor']> | null
  readonly #sizes: Range
  readonly #values: Range

  constructor({ sides, atLeast, atMost, valueAtLeast, valueAtMost }: Limits) {
    this.#sides = sides.length === 3 ? null : new Set(sides)
    this.#sizes = rangeOf(atLeast, atMost)
    this.#values = rangeOf(valueAtLeast, valueAtMost)
  }

  hasSide({ aggressor }: TapeTrade): boolean {
    return this.#sides === null || this.#sides.has(aggressor)
  }

  /** A row is filtered by its whole size and value. */
  keeps(row: TradeRow): boolean {
    if (!isWithin(row, this.#sizes)) return false
    const { min, max } = this.#values
    return (!min && !max) || isWithin(sizeOf(formatDecimal(valueOf(row))), this.#values)
  }
}

function rangeOf(atLeast: string, atMost: string | null): Range {
  const min = sizeOf(atLeast)
  return {
    min: compareSizes(min, sizeOf('0')) > 0 ? min : null,
    max: atMost === null ? null : sizeOf(atMost)
  }
}

const isWithin = (size: Size, { min, max }: Range) =>
  (!min || compareSizes(size, min) >= 0) && (!max || compareSizes(size, max) <= 0)
