import {
  canonical,
  compareDecimals,
  divideDecimals,
  formatDecimal as plainDecimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import type { BookLevels } from '../../lib/markets'

export type Move = 'up' | 'down' | null

export const moveNamed = (move: number): Move => (move > 0 ? 'up' : move < 0 ? 'down' : null)

export function moveOf(before: string, now: string): Move {
  const [from, to] = [parseDecimal(before), parseDecimal(now)]
  return moveNamed(from && to ? compareDecimals(to, from) : 0)
}

/** The words between the sides. */
export interface MiddleWords {
  /** "Spread 0.50", or "Crossed -0.50". */
  readonly spread: string
  readonly crossed: boolean
  /** "0.8 bp". */
  readonly basisPoints: string
  /** "+18%"; empty where there is nothing to compare. */
  readonly imbalance: string
  readonly lean: Move
}

export function middleWords(levels: BookLevels, rows: number, format: NumberFormat): MiddleWords {
  const spread = levels.spread()
  const mid = levels.mid()
  const crossed = spread !== null && spread.units < 0n
  const figure = spread === null ? noNumber : formatDecimal(plainDecimal(spread), format)
  const share = levels.imbalance(rows, 2)
  return {
    spread: `${crossed ? 'Crossed' : spread?.units === 0n ? 'Locked' : 'Spread'} ${figure}`,
    crossed: spread !== null && spread.units <= 0n,
    basisPoints: spread && mid ? `${basisPoints(spread, mid, format)} bp` : '',
    imbalance: share ? `${percent(share, format)}%` : '',
    lean: share && share.units > 0n ? 'up' : share && share.units < 0n ? 'down' : null
  }
}

const tenThousand: Decimal = { units: 10_000n, scale: 0 }

function basisPoints(spread: Decimal, mid: Decimal, format: NumberFormat): string {
  if (mid.units <= 0n) return noNumber
  const dividend = multiplyDecimals(spread, tenThousand)
  // A spread that is there does not round to none.
  let digits = 1
  while (digits < 4 && divideDecimals(dividend, mid, digits).units === 0n && spread.units !== 0n) digits += 1
  return formatDecimal(plainDecimal(divideDecimals(dividend, mid, digits)), format)
}

const percent = (share: Decimal, format: NumberFormat) =>
  formatDecimal(plainDecimal(canonical(multiplyDecimals(share, { units: 100n, scale: 0 }))), format, {
    signed: true
  })

/** How far the middle has gone since a moment, exact: "+12.50"; null where it stands where it stood. */
export function driftOf(from: Decimal | null, levels: BookLevels, format: NumberFormat): string | null {
  const mid = levels.mid()
  const drift = from && mid && canonical(subtractDecimals(mid, from))
  return drift && drift.units !== 0n ? formatDecimal(plainDecimal(drift), format, { signed: true }) : null
}
