import type { CatalogState } from '#shared/contract/recording/catalog'
import type {
  SavedQuery,
  SqlColumn,
  SqlResult,
  SqlRow,
  SqlSource,
  SqlTable
} from '#shared/contract/recording/sql'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { missingDays, type MissingDays } from '../../lib/desk-days'
import { readSqlRoute } from '../../lib/sql-route'
import { sqlText } from '../../messages/sql'

export interface ShownResult extends Pick<SqlResult, 'cut' | 'time'> {
  readonly columns: readonly SqlColumn[]
  readonly rows: readonly SqlRow[]
}

/** A saved query whose name is being asked, or the one in the editor. */
type Naming = { readonly kind: 'save' } | { readonly kind: 'rename'; readonly query: SavedQuery }

/** The query and its result; outlives view changes. */
export class SqlStore {
  /** Null until they were read. */
  sources = $state.raw<readonly SqlSource[] | null>(null)
  source = $state<string | null>(null)
  tables = $state.raw<readonly SqlTable[]>([])
  queries = $state.raw<readonly SavedQuery[]>([])
  /** Why the recordings could not be read. */
  unread = $state<string | null>(null)
  text = $state(sqlText.examples[0]!.sql)
  /** When it began, by the clock of the desk. */
  began = $state<number | null>(null)
  cancelled = $state(false)
  problem = $state<string | null>(null)
  result = $state.raw<ShownResult | null>(null)
  mode = $state<'table' | 'chart'>('table')
  naming = $state.raw<Naming | null>(null)
  removing = $state.raw<SavedQuery | null>(null)
  #catalog = $state.raw<CatalogState | null>(null)

  /** A query of another view, until the editor has it. */
  given: string | null = null

  constructor(private readonly desk: Desk) {}

  get #calls() {
    return this.desk.bridge.call.sql
  }

  /** Days of the chosen recording that only the desk has completely, or null. */
  get missing(): MissingDays | null {
    const recorded = this.#catalog?.connections.find(({ id }) => id === this.source)
    return recorded ? missingDays(recorded, [[0, Infinity]]) : null
  }

  /** All that there is to query are recordings of the desk. */
  get isOfDesk(): boolean {
    const connections = this.#catalog?.connections ?? []
    return connections.length > 0 && connections.every(({ desk }) => desk)
  }

  get canRun(): boolean {
    return this.began === null && this.source !== null && this.text.trim() !== ''
  }

  /** While the view is shown. */
  start(): () => void {
    const stops = [
      this.desk.bridge.on('sql.queriesChanged', (queries) => (this.queries = queries)),
      this.desk.bridge.on('recordings.changed', (state) => {
        this.#catalog = state
        void this.load()
      })
    ]
    const { router } = this.desk
    if (router.rest !== '') {
      const { source, sql } = readSqlRoute(router.rest)
      this.source = source
      this.given = sql
      router.go('sql')
    }
    void this.load()
    void this.#readCatalog()
    void this.desk.attempt(async () => (this.queries = await valueOf(this.#calls.queries())))
    return () => stops.forEach((stop) => stop())
  }

  async #readCatalog(): Promise<void> {
    await this.desk.attempt(async () => {
      this.#catalog = await valueOf(this.desk.bridge.call.recordings.read())
    })
  }

  async load(): Promise<void> {
    try {
      const sources = await valueOf(this.#calls.sources())
      this.sources = sources
      this.unread = null
      const isThere = sources.some(({ id }) => id === this.source)
      await this.choose(isThere ? this.source : (sources[0]?.id ?? null))
    } catch (thrown) {
      this.unread = toProblem(thrown).sentence
    }
  }

  async choose(source: string | null): Promise<void> {
    this.source = source
    if (source === null) {
      this.tables = []
      return
    }
    await this.desk.attempt(async () => {
      const tables = await valueOf(this.#calls.schema({ connection: source }))
      if (source === this.source) this.tables = tables
    })
  }

  async run(): Promise<void> {
    const { source, text } = this
    if (!this.canRun || source === null) return
    this.began = this.desk.clock.now
    this.cancelled = false
    this.problem = null
    try {
      const result = await valueOf(this.#calls.run({ connection: source, sql: text }))
      this.cancelled = result === null
      if (result) this.result = shown(result)
    } catch (thrown) {
      this.problem = toProblem(thrown).sentence
    } finally {
      this.began = null
    }
  }

  cancel(): void {
    if (this.began !== null) void this.desk.attempt(() => valueOf(this.#calls.cancel()))
  }

  async saveCsv(): Promise<void> {
    await this.desk.attempt(async () => {
      const saved = await valueOf(this.#calls.saveCsv())
      if (saved) this.desk.toasts.show('success', sqlText.result.saved(saved.path))
    })
  }

  /** False if the name was refused. */
  name(name: string): Promise<boolean> {
    const { naming, text } = this
    return this.desk.attempt(async () => {
      if (naming?.kind === 'rename') {
        this.queries = await valueOf(this.#calls.rename({ id: naming.query.id, name }))
        return
      }
      this.queries = await valueOf(this.#calls.save({ name, sql: text }))
      this.desk.toasts.show('success', sqlText.name.saved(name))
    })
  }

  async remove({ id }: SavedQuery): Promise<void> {
    await this.desk.attempt(async () => (this.queries = await valueOf(this.#calls.remove({ id }))))
  }

  async copy(text: string): Promise<void> {
    await this.desk.attempt(async () => {
      await valueOf(this.desk.bridge.call.app.copyText({ text }))
      this.desk.announcer.say(sqlText.result.copied)
    })
  }
}

const shown = ({ columns, parts, cut, time }: SqlResult): ShownResult => ({
  columns,
  rows: parts.flatMap((part) => JSON.parse(part) as readonly SqlRow[]),
  cut,
  time
})
