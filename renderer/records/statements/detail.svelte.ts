import type {
  ArchivedFile,
  RevisionGroup,
  StatementRow,
  StatementTable
} from '#shared/contract/records/statements/index'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'

export const isPdf = ({ name }: ArchivedFile) => /\.pdf$/i.test(name)
/** Shown as a table; any other file but a PDF is opened from its folder. */
export const isTable = ({ format, name }: ArchivedFile) => /csv/i.test(format) || /\.csv$/i.test(name)

/** The one statement that is looked at, with its table and its revisions. */
export class Detail {
  row = $state.raw<StatementRow | null>(null)
  table = $state.raw<StatementTable | null>(null)
  tableProblem = $state<string | null>(null)
  revisions = $state.raw<RevisionGroup | null>(null)
  /** Name of the table that was picked; null: the first. */
  #picked = $state<string | null>(null)
  #asked = 0

  constructor(private readonly desk: Desk) {}

  get tables(): readonly ArchivedFile[] {
    return this.row?.files.filter(isTable) ?? []
  }

  get csv(): ArchivedFile | null {
    return this.tables.find(({ name }) => name === this.#picked) ?? this.tables[0] ?? null
  }

  /** With the table of this name, or with the first. */
  show(row: StatementRow, table: string | null = null): void {
    const isSame = this.row?.key === row.key
    if (!isSame) this.revisions = null
    const before = isSame ? this.csv?.name : undefined
    this.row = row
    if (!isSame || table !== null) this.#picked = table
    if (isSame && this.csv?.name === before) return
    this.table = null
    this.tableProblem = null
    void this.load()
  }

  close(): void {
    this.#asked += 1
    this.row = null
  }

  /** The archive changed: the statement may be different, or missing. */
  take(rows: readonly StatementRow[]): void {
    if (this.row === null) return
    const now = rows.find(({ key }) => key === this.row?.key)
    if (!now) return this.close()
    // Other revisions may have changed.
    if (now === this.row && now.revision.of === 1) return
    this.row = now
    void this.load()
  }

  async load(): Promise<void> {
    const { row, csv } = this
    if (!row) return
    const asked = (this.#asked += 1)
    const calls = this.desk.bridge.call.statements
    const { key } = row
    const revisions = row.revision.of > 1 ? await valueOf(calls.revisions({ key })).catch(() => null) : null
    let table: StatementTable | null = null
    let problem: string | null = null
    if (csv && csv.state !== 'missing') {
      try {
        table = await valueOf(calls.table({ key, name: csv.name }))
      } catch (thrown) {
        problem = toProblem(thrown).sentence
      }
    }
    if (asked !== this.#asked) return
    this.revisions = revisions
    this.table = table
    this.tableProblem = problem
  }
}
