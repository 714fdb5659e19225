/**
 * @typedef {{ id: string, name: string, ratio: number, limit: number, direction: 'most' | 'least', holds: boolean }} Row
 */

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('There is no median of nothing.')
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/**
 * @param {Omit<Row, 'holds'>} goal
 * @returns {Row}
 */
export const judged = (goal) => ({
  ...goal,
  holds: goal.direction === 'most' ? goal.ratio <= goal.limit : goal.ratio >= goal.limit
})

/** @param {string[][]} rows the first one is the heading */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

/** @param {Row[]} rows */
export const againstLimits = (rows) =>
  table([
    ['goal', '', 'measured', 'limit', ''],
    ...rows.map(({ id, name, ratio, limit, direction, holds }) => [
      id,
      name,
      ratio.toFixed(2),
      `at ${direction} ${limit}`,
      holds ? 'holds' : 'MISSED'
    ])
  ])
