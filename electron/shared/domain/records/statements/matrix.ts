import { amountOf, currentStatements, grouped, lostOf } from './current'
import type { GoneStatement } from './list'
import { nextMonth } from './month'
import type { StatementRow } from './statement'
import type { StatementTotals } from './totals'

/**
 * `uncounted`: the statement has no total. `none`: the archive has no statement of this month, and has earlier and later
 * ones of the asset.
 */
const cellStates = [
  'altered',
  'missing',
  'unreadable',
  'moved',
  'unfinished',
  'void',
  'uncounted',
  'revised',
  'present',
  'none'
] as const
export type CellState = (typeof cellStates)[number]

export interface MatrixCell {
  /** Of its statements, the worst first. */
  readonly states: readonly CellState[]
  /** As in the totals. */
  readonly total: string | null
  /** Keys of its statements that can be opened, the worst first. */
  readonly keys: readonly string[]
}

/** The statements of one environment. */
export interface MonthMatrix {
  readonly environment: string
  readonly assets: readonly string[]
  /** Newest first. */
  readonly months: readonly {
    readonly month: string
    /** In the order of the assets; null before the first and after the last statement of the asset. */
    readonly cells: readonly (MatrixCell | null)[]
  }[]
  /** Months before these are left out. */
  readonly isCut: boolean
}

export const maxMatrixMonths = 240

/** Null: all. */
export interface MatrixFilter {
  readonly asset: string | null
  readonly year: string | null
}

/** Only the asset and the year; matrices and months without any cell are left out. */
export const narrowed = (matrices: readonly MonthMatrix[], { asset, year }: MatrixFilter) =>
  matrices.flatMap((matrix): MonthMatrix[] => {
    const isWanted = (_cell: unknown, place: number) => asset === null || matrix.assets[place] === asset
    const months = matrix.months
      .filter(({ month }) => year === null || month.startsWith(`${year}-`))
      .map(({ month, cells }) => ({ month, cells: cells.filter(isWanted) }))
      .filter(({ cells }) => cells.some((cell) => cell !== null))
    return months.length === 0 ? [] : [{ ...matrix, assets: matrix.assets.filter(isWanted), months }]
  })

interface Found {
  readonly environment: string
  readonly asset: string
  readonly month: string
  readonly state: CellState
  readonly key: string | null
}

/** In the order of the environments of the totals, which are of the same rows. */
export function matricesOf(
  rows: readonly StatementRow[],
  gone: readonly GoneStatement[],
  totals: StatementTotals
): readonly MonthMatrix[] {
  const found = foundIn(rows, gone)
  const known = new Set([...totals.years, ...found].map(({ environment }) => environment))
  const sums = new Map(totals.months.map((one) => [cellKey(one), one.total]))
  return [...known].flatMap((environment) => {
    const own = found.filter((one) => one.environment === environment)
    return own.length === 0 ? [] : matrixOf(environment, own, sums)
  })
}

function foundIn(rows: readonly StatementRow[], gone: readonly GoneStatement[]): readonly Found[] {
  const present = currentStatements(rows).map(({ row, revised, excluded }): Found => {
    const counted = amountOf(row) === null ? 'uncounted' : revised ? 'revised' : 'present'
    const { environment, asset, month, key } = row
    return { environment, asset: asset ?? '', month, state: excluded ?? counted, key }
  })
  const lost = lostOf(rows, gone).map(({ environment, asset, month }): Found => ({
    environment,
    asset,
    month,
    state: 'missing',
    key: null
  }))
  return [...present, ...lost].filter(({ month }) => month !== 'undated')
}

function matrixOf(
  environment: string,
  found: readonly Found[],
  sums: ReadonlyMap<string, string | null>
): MonthMatrix {
  const byCell = grouped(found, cellKey)
  const byAsset = grouped(found, ({ asset }) => asset)
  const columns = [...byAsset]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([asset, own]) => {
      const months = own.map(({ month }) => month).sort()
      return { asset, first: months[0]!, last: months.at(-1)! }
    })
  const months = monthsBetween(columns).slice(0, maxMatrixMonths)
  const oldest = months.at(-1)!
  return {
    environment,
    assets: columns.map(({ asset }) => asset),
    months: months.map((month) => ({
      month,
      cells: columns.map(({ asset, first, last }) => {
        const key = cellKey({ environment, asset, month })
        const own = byCell.get(key)
        if (own) return cellOf(own, sums.get(key) ?? null)
        return month > first && month < last ? { states: ['none'], total: null, keys: [] } : null
      })
    })),
    isCut: found.some(({ month }) => month < oldest)
  }
}

function cellOf(own: readonly Found[], total: string | null): MatrixCell {
  const worstFirst = own.toSorted((a, b) => cellStates.indexOf(a.state) - cellStates.indexOf(b.state))
  return {
    states: [...new Set(worstFirst.map(({ state }) => state))],
    total,
    keys: worstFirst.flatMap(({ key }) => key ?? [])
  }
}

/** Every month in which some asset has a statement or a gap, newest first. */
function monthsBetween(columns: readonly { readonly first: string; readonly last: string }[]): string[] {
  const oldest = columns.reduce((min, { first }) => (first < min ? first : min), '9999-99')
  const newest = columns.reduce((max, { last }) => (last > max ? last : max), '')
  const earliest = `${String(Math.max(0, Number(newest.slice(0, 4)) - maxMatrixMonths / 12 - 1)).padStart(4, '0')}-01`
  const months: string[] = []
  for (let month = oldest > earliest ? oldest : earliest; month <= newest; month = nextMonth(month)) {
    if (columns.some(({ first, last }) => month >= first && month <= last)) months.push(month)
  }
  return months.toReversed()
}

const cellKey = ({
  environment,
  asset,
  month
}: {
  readonly environment: string
  readonly asset: string
  readonly month: string
}) => JSON.stringify([environment, asset, month])
