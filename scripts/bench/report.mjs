/**
 * @typedef {{ id: string, name: string, ratio: number, limit: number, direction: 'most' | 'least', holds: boolean }} Result
 * @typedef {Result & { stretch?: number }} Row
 * @typedef {{ rows: Row[], information?: string[][], notes?: string[] }} Findings `information` is what was measured
 *   beside the goal, without a limit: what, and how much
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
 * @param {number} ratio
 * @param {number} limit
 * @param {'most' | 'least'} direction
 */
const within = (ratio, limit, direction) => (direction === 'most' ? ratio <= limit : ratio >= limit)

/**
 * @param {Omit<Row, 'holds'>} goal
 * @returns {Row}
 */
export const judged = (goal) => ({ ...goal, holds: within(goal.ratio, goal.limit, goal.direction) })

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

/** @param {number} value */
export const figure = (value) => String(Number(value.toPrecision(value >= 100 ? 3 : 4)))

/** @param {Row} row */
function verdict({ ratio, direction, holds, stretch }) {
  if (!holds) return 'FALLS SHORT'
  return stretch !== undefined && within(ratio, stretch, direction) ? 'holds, and the stretch' : 'holds'
}

/** @param {Row[]} rows */
export const againstLimits = (rows) =>
  table([
    ['goal', 'case', 'measured', 'limit', 'stretch', ''],
    ...rows.map((row) => [
      row.id,
      row.name,
      figure(row.ratio),
      `at ${row.direction} ${row.limit}`,
      row.stretch === undefined ? '' : String(row.stretch),
      verdict(row)
    ])
  ])

/** @param {Row[]} rows */
export function summary(rows) {
  const short = rows.filter(({ holds }) => !holds)
  const stretched = rows.filter(
    ({ ratio, stretch, direction }) => stretch !== undefined && within(ratio, stretch, direction)
  )
  const held = `${rows.length - short.length} of ${rows.length} hold, ${stretched.length} reach the stretch`
  if (short.length === 0) return `${held}; nothing falls short.`
  return `${held}; short fall:\n${short.map(({ id, name }) => `  goal ${id}, ${name}`).join('\n')}`
}

/**
 * The contents of a file of results: the rows without display-only fields.
 * @param {Row[]} rows
 * @returns {Result[]}
 */
export const results = (rows) =>
  rows.map(({ id, name, ratio, limit, direction, holds }) => ({ id, name, ratio, limit, direction, holds }))
