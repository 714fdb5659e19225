/** `2026-01` after `2025-12`. */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const [nextYear, nextNumber] = number === 12 ? [year + 1, 1] : [year, number + 1]
  return `${String(nextYear).padStart(4, '0')}-${String(nextNumber).padStart(2, '0')}`
}
