import type { ArchivedFile, FileState, StatementRow, Verification } from '../../../shared/contract/archive'
import type { ArchivedStatement } from '../store/scan'

const textIn = (record: Readonly<Record<string, unknown>>, name: string) => {
  const value = record[name]
  return typeof value === 'string' && value !== '' ? value.slice(0, 500) : null
}

/** Statements that are revisions of each other have the same. */
const seriesOf = ({ environment, profileId, asset, periodStart, periodEnd, type }: StatementRow) =>
  JSON.stringify([environment, profileId, asset, periodStart, periodEnd, type])

const worst = (states: readonly FileState[]): FileState =>
  states.includes('missing') ? 'missing' : states.includes('altered') ? 'altered' : 'unaltered'

/** What is in the archive as the app shows it: the newest period first, revisions side by side. */
export function rowsOf(
  statements: readonly ArchivedStatement[],
  verification: Verification | null
): readonly StatementRow[] {
  const proven = new Map(
    (verification?.faults ?? []).flatMap(({ place, state }) =>
      state === 'unknown' ? [] : [[place, state] as const]
    )
  )
  const rows = statements.map((statement) => rowOf(statement, proven, verification?.at ?? 0))
  const series = new Map<string, StatementRow[]>()
  for (const row of rows) {
    const known = series.get(seriesOf(row))
    if (known) known.push(row)
    else series.set(seriesOf(row), [row])
  }
  const numbered: StatementRow[] = []
  for (const group of series.values()) {
    group.sort(
      (a, b) => compare(a.createdAt ?? a.completedAt, b.createdAt ?? b.completedAt) || compare(a.id, b.id)
    )
    group.forEach((row, index) =>
      numbered.push({ ...row, revision: { number: index + 1, of: group.length } })
    )
  }
  return numbered.sort(
    (a, b) =>
      compare(b.month, a.month) ||
      compare(a.asset ?? '', b.asset ?? '') ||
      compare(a.type ?? '', b.type ?? '') ||
      compare(a.profileId, b.profileId) ||
      b.revision.number - a.revision.number ||
      compare(a.key, b.key)
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function rowOf(
  { key, sidecar, faults }: ArchivedStatement,
  proven: ReadonlyMap<string, FileState>,
  verifiedAt: number
): StatementRow {
  const { record, profile, environment } = sidecar
  const stateOf = (name: string, fetched: number): FileState =>
    faults.find((fault) => fault.name === name)?.state ??
    // What was fetched since then was hashed on its way.
    (fetched < verifiedAt ? (proven.get(`${key}/${name}`) ?? 'unaltered') : 'unaltered')
  const files = sidecar.files.map((file): ArchivedFile => ({
    name: file.name,
    format: file.format,
    bytes: file.bytes,
    sha256: file.sha256,
    generatedAt: file.generated_at,
    fetchedAt: file.fetched_at,
    state: stateOf(file.name, Date.parse(file.fetched_at))
  }))
  const completed = Date.parse(sidecar.completed_at)
  return {
    key,
    id: textIn(record, 'id') ?? '',
    environment,
    profileId: profile.id,
    profileName: profile.name,
    asset: textIn(record, 'asset_type'),
    month: key.split('/').at(-2) ?? 'undated',
    periodStart: textIn(record, 'period_start'),
    periodEnd: textIn(record, 'period_end'),
    type: textIn(record, 'type'),
    status: textIn(record, 'status'),
    totalAccrued: textIn(record, 'total_accrued'),
    averageDailyBalance: textIn(record, 'avg_daily_balance'),
    createdAt: textIn(record, 'created_at'),
    completedAt: sidecar.completed_at,
    files,
    state: worst([...files.map(({ state }) => state), stateOf('statement.json', completed)]),
    provenAt: Math.max(verifiedAt, Number.isNaN(completed) ? 0 : completed),
    revision: { number: 1, of: 1 }
  }
}

/** Every word has to be somewhere in it. */
export function searchRows(rows: readonly StatementRow[], search: string): readonly StatementRow[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = textOf(row)
    return words.every((word) => text.includes(word))
  })
}

function textOf(row: StatementRow): string {
  const own = [row.id, row.asset, row.month, row.type, row.status, row.profileName, row.environment]
  const figures = [row.totalAccrued, row.averageDailyBalance, row.periodStart, row.periodEnd, row.createdAt]
  const files = row.files.flatMap(({ name, format, sha256, state }) => [name, format, sha256, state])
  const marks = [row.revision.of > 1 ? 'revised' : '', row.state]
  return [...own, ...figures, ...files, ...marks].join('\n').toLowerCase()
}
