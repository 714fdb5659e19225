import type { Job, StatementsState, StatementRow } from '#shared/contract/records/statements/index'
import type { ArchiveFacts } from '#engine/records/statements/facts'
import { rowProblemsOf } from '#engine/records/statements/problems'
import { stateOf } from '#engine/records/statements/state'
import { changeBetween } from '#engine/records/statements/reading/list-change'
import type { GoneStatement, StatementList } from '#shared/domain/records/statements/list'
import { noFacts } from '../support/fake-records'
import { FakeMain } from '../support/bridge'

export function someRow(part: Partial<StatementRow> = {}): StatementRow {
  const id = part.id ?? '3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'
  const name = `${part.asset ?? 'USDP'}-${part.month ?? '2026-10'}`
  const file = (format: string) => ({
    name: `${name}.${format}`,
    format: `STATEMENT_FORMAT_${format.toUpperCase()}`,
    bytes: 1234,
    sha256: format.repeat(32).slice(0, 64),
    generatedAt: '2026-11-02T12:00:43Z',
    fetchedAt: '2026-11-03T08:00:00Z',
    state: 'unaltered' as const
  })
  return {
    key: `local/Own (1)/USDP/2026-10/${id}`,
    id,
    environment: 'local',
    profileId: 'local-sandbox',
    profileName: 'Local sandbox',
    asset: 'USDP',
    month: '2026-10',
    periodStart: '2026-10-01T00:00:00Z',
    periodEnd: '2026-10-31T23:59:59Z',
    type: 'REWARDS',
    status: 'STATEMENT_STATUS_COMPLETED',
    totalAccrued: '18448.969637',
    averageDailyBalance: '5012833.12',
    createdAt: '2026-11-02T12:00:00Z',
    completedAt: '2026-11-03T08:00:01Z',
    files: [file('pdf'), file('csv')],
    state: 'unaltered',
    provenAt: Date.now(),
    revision: { number: 1, of: 1 },
    ...part
  }
}

export const someJob = (part: Pick<Job, 'kind'> & Partial<Job>): Job => ({
  automatic: false,
  done: 0,
  of: 0,
  bytes: 0,
  ofBytes: 0,
  folder: null,
  ...part
})

/** The state of an archive with these statements, while connected. */
export const stateWith = (rows: readonly StatementRow[], part: Partial<ArchiveFacts> = {}): StatementsState =>
  stateOf(
    {
      ...noFacts,
      statements: rows.length,
      files: rows.flatMap(({ files }) => files).length,
      bytes: 31_800_000,
      profileId: 'local-sandbox',
      environment: 'local',
      cannotFetch: null,
      ...part
    },
    rowProblemsOf(rows)
  )

function answerWith(main: FakeMain, rows: readonly StatementRow[], gone: readonly GoneStatement[] = []) {
  const list: StatementList = { version: main.statements.version, rows, gone }
  main.answers['statements.list'] = () => list
  return list
}

/** Changes the archive’s statements and notifies the windows. */
export function pushRows(
  main: FakeMain,
  rows: readonly StatementRow[],
  part: Partial<ArchiveFacts> = {}
): void {
  const before = main.answers['statements.list']!(undefined as never) as StatementList
  main.statements = stateWith(rows, { version: before.version + 1, ...part })
  const change = changeBetween(before, answerWith(main, rows))
  main.push('statements.changed', { state: main.statements, ...change })
}

/** Changes only the state. */
export function pushState(main: FakeMain, state: StatementsState): void {
  const { version } = (main.statements = state)
  main.push('statements.changed', { state, from: version, version, rows: [], removed: [], gone: null })
}

/** A main process with an archive of these statements. */
export function withRows(
  rows: readonly StatementRow[],
  part: Partial<ArchiveFacts> = {},
  gone: readonly GoneStatement[] = []
): FakeMain {
  const main = new FakeMain()
  main.statements = stateWith(rows, part)
  answerWith(main, rows, gone)
  main.answers['statements.table'] = () => ({
    columns: ['date', 'accrued'],
    rows: [['2026-10-01', '18448.969637']],
    rowCount: 1,
    notes: [],
    uneven: 0,
    sums: [null, '18448.969637'],
    reconciled: {
      column: 'accrued',
      sum: '18448.969637',
      total: '18448.969637',
      matches: true,
      difference: '0'
    },
    sentence: 'The column “accrued” adds up to the statement total, 18448.969637.'
  })
  return main
}
