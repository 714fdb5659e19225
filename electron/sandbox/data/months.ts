import type { Nanoseconds } from '#shared/domain/base/time'

/** Months since the year 0; the anchor is the last full month. */
export type Month = number

export const monthsOfHistory = 36
export const defaultAnchor = '2026-10'

export function parseMonth(text: string): Month | null {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text)
  if (!match) return null
  const month = Number(match[1]) * 12 + Number(match[2]) - 1
  // Three years of history must fit before it, and the year has four digits.
  return month >= 1973 * 12 && month < 9990 * 12 ? month : null
}

export const formatMonth = (month: Month) =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`

/** Milliseconds since the epoch. */
export const monthStart = (month: Month) => Date.UTC(Math.floor(month / 12), month % 12)

export const toNanoseconds = (milliseconds: number): Nanoseconds => BigInt(milliseconds) * 1_000_000n

export const daysOf = (month: Month) => (monthStart(month + 1) - monthStart(month)) / 86_400_000
