import { bookText } from '../../messages/panels/book'
import {
  canonical,
  compareDecimals,
  formatDecimal as plainDecimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import type { BestPrices } from '#shared/domain/market/best-prices'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import type { BookLevels } from '../../lib/markets'

export type Move = 'up' | 'down' | null

export const moveNamed = (move: number): Move => (move > 0 ? 'up' : move < 0 ? 'down' : null)

export function moveOf(before: string, now: string): Move {
  const [from, to] = [parseDecimal(before), parseDecimal(now)]
  return moveNamed(from && to ? compareDecimals(to, from) : 0)
}

/** The text between the sides. */
export interface MiddleWords {
  /** "Spread 0.50" or "Crossed -0.50" */
  readonly spread: string
  readonly crossed: boolean
  /** "0.8 bp" */
  readonly basisPoints: string
  /** "+18%"; empty if undefined. */
  readonly imbalance: string
  readonly lean: Move
}

export function middleWords(levels: BookLevels, rows: number, format: NumberFormat): MiddleWords {
  const best = levels.best()
  const spread = best?.spread ?? null
  const crossed = spread !== null && spread.units < 0n
  const figure = spread === null ? noNumber : formatDecimal(plainDecimal(spread), format)
  const share = levels.imbalance(rows, 2)
  return {
    spread: crossed
      ? bookText.middle.crossed(figure)
      : spread?.units === 0n
        ? bookText.middle.locked(figure)
        : bookText.middle.spread(figure),
    crossed: spread !== null && spread.units <= 0n,
    basisPoints: best ? `${basisPoints(best, format)} bp` : '',
    imbalance: share ? `${percent(share, format)}%` : '',
    lean: share && share.units > 0n ? 'up' : share && share.units < 0n ? 'down' : null
  }
}

function basisPoints(best: BestPrices, format: NumberFormat): string {
  // Enough digits that a spread is not rounded to zero.
  const enough = [1, 2, 3].find((digits) => best.basisPoints(digits)?.units !== 0n) ?? 4
  const figure = best.basisPoints(best.spread.units === 0n ? 1 : enough)
  return figure ? formatDecimal(plainDecimal(figure), format) : noNumber
}

const percent = (share: Decimal, format: NumberFormat) =>
  formatDecimal(plainDecimal(canonical(multiplyDecimals(share, { units: 100n, scale: 0 }))), format, {
    signed: true
  })

/** The exact change of the mid, for example "+12.50"; null if unchanged. */
export function driftOf(from: Decimal | null, levels: BookLevels, format: NumberFormat): string | null {
  const mid = levels.best()?.mid
  const drift = from && mid && canonical(subtractDecimals(mid, from))
  return drift && drift.units !== 0n ? formatDecimal(plainDecimal(drift), format, { signed: true }) : null
}
