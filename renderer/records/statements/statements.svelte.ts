import { untrack } from 'svelte'
import type {
  ArchiveProblem,
  FetchAnswer,
  FetchKind,
  ProblemKind,
  StatementsChange,
  StatementsState
} from '#shared/contract/records/statements/index'
import { toProblem } from '#shared/domain/base/problem'
import { idsIn } from '#shared/domain/records/record-links'
import { matching, type StatementFilter } from '#shared/domain/records/statements/filter'
import { applied, type StatementList } from '#shared/domain/records/statements/list'
import { matricesOf, narrowed } from '#shared/domain/records/statements/matrix'
import { totalsOf } from '#shared/domain/records/statements/totals'
import { statementsText } from '#renderer/messages/statements'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import type { RowsPosition } from '../../ui/rows'
import { Detail } from './detail.svelte'
import { askedOf, isWithin, matchedIn, scopeOf, scopesOf, type InUse, type Scope } from './scopes'
import { comparedText, elsewhereText, restoredText, verifiedText } from './troubles'

interface Filter extends StatementFilter {
  /** Null: that of the connection in use; `everything`, or the key of a scope. */
  readonly scope: string | null
}

/** The statements of the archive, with the filters and the open dialog; it outlives the view. */
export class StatementsStore {
  state = $state.raw<StatementsState | null>(null)
  /** Why the archive cannot be read. */
  problem = $state<string | null>(null)
  filter = $state<Filter>({ search: '', scope: null, asset: null, year: null })
  /** The connection in use, or the last one, so that the scope stays when it ends. */
  inUse = $state.raw<InUse | null>(null)
  active = $state<number | null>(null)
  readonly position: RowsPosition = { top: 0 }
  /** The row to bring into sight. */
  sought = $state<number | null>(null)
  open = $state<'fetch' | 'export' | null>(null)
  /** The text in the field of IDs. */
  pasted = $state('')
  /** How many IDs of the last fetch were refused. */
  refused = $state(0)
  readonly detail: Detail
  #list = $state.raw<StatementList | null>(null)
  readonly all = $derived(this.#list?.rows ?? [])
  readonly scopes: readonly Scope[] = $derived(scopesOf(this.all))
  /** The connection of the statements shown; null: all. */
  readonly scope: Scope | null = $derived(scopeOf(this.filter.scope, this.scopes, this.inUse))
  readonly scoped = $derived(this.all.filter((row) => isWithin(this.scope, row)))
  /** Those that match the filter; null until the archive was read. */
  readonly rows = $derived(this.#list && matching(this.scoped, this.filter))
  readonly #gone = $derived(this.#list?.gone.filter((one) => isWithin(this.scope, one)) ?? [])
  readonly totals = $derived(totalsOf(this.scoped, this.#gone))
  /** The table shows statements, the matrix months. */
  layout = $state<'table' | 'months'>('table')
  readonly matrices = $derived(narrowed(matricesOf(this.scoped, this.#gone, this.totals), this.filter))
  /** The newest version that was pushed. */
  #pushed = -1
  readonly #numbers = () => this.desk.settings.now.numbers
  #reading: Promise<void> | null = null
  /** A link that came while the archive was being opened. */
  #wanted: string | null = null

  constructor(readonly desk: Desk) {
    this.detail = new Detail(desk)
  }

  get calls() {
    return this.desk.bridge.call.statements
  }

  problemOf(kind: ProblemKind): ArchiveProblem | null {
    return this.state?.problems.find((problem) => problem.kind === kind) ?? null
  }

  get filtered(): boolean {
    const { search, asset, year } = this.filter
    return search.trim() !== '' || asset !== null || year !== null
  }

  start(): () => void {
    const stop = this.desk.bridge.on('statements.changed', (change) => void this.#apply(change))
    void untrack(() => this.load())
    return stop
  }

  async load(): Promise<void> {
    await this.#try(async () => {
      this.take(await valueOf(this.calls.read()))
      if (this.state?.version !== this.#list?.version) await this.#read()
    })
  }

  take(state: StatementsState): void {
    this.#keepActive(() => {
      this.state = state
      const { environment, profileId } = state
      if (profileId !== null) this.inUse = { environment, profileId }
    })
  }

  async #apply({ state, ...change }: StatementsChange): Promise<void> {
    this.#pushed = change.version
    this.take(state)
    await this.#try(async () => {
      const list = this.#list && applied(this.#list, change)
      if (list) this.#show(list)
      else await this.#read()
    })
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.problem = null
    } catch (thrown) {
      this.problem = toProblem(thrown).sentence
      return
    }
    const wanted = this.#wanted
    if (wanted === null || this.state?.opening) return
    this.#wanted = null
    await this.want(wanted)
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #readAll(): Promise<void> {
    let list: StatementList
    // A change may have been pushed while the answer was on its way.
    do list = await valueOf(this.calls.list())
    while (list.version < this.#pushed)
    this.#show(list)
  }

  #show(list: StatementList): void {
    if (list === this.#list) return
    this.#keepActive(() => (this.#list = list))
    this.detail.take(list.rows)
  }

  setFilter(change: Partial<Filter>): void {
    this.#keepActive(() => Object.assign(this.filter, change))
  }

  clearFilter(): void {
    this.setFilter({ search: '', asset: null, year: null })
  }

  /** Filters that match nothing in the new scope are cleared. */
  setScope(scope: string | null): void {
    const wanted = scopeOf(scope, this.scopes, this.inUse)
    const rows = this.all.filter((row) => isWithin(wanted, row))
    this.setFilter({ scope, ...matchedIn(rows, this.filter) })
  }

  /** Shows the statement of a link or of the palette, or offers to fetch it. */
  async want(text: string): Promise<void> {
    const { ids } = idsIn(text)
    if (ids.length === 0) return
    if (this.#list === null) await this.load()
    if (this.state?.opening) return void (this.#wanted = text)
    const found = [...this.scoped, ...this.all].find((row) => row.id === ids[0])
    if (found && ids.length === 1) {
      const own = this.scopes.find((scope) => isWithin(scope, found))
      if (own && !isWithin(this.scope, found)) this.setScope(own.key)
      this.detail.show(found)
      return this.#seek(found.key)
    }
    this.pasted = ids.join('\n')
    this.open = 'fetch'
  }

  /** Runs a call that answers with the state; a stop is not a problem. */
  async run(ask: () => ReturnType<StatementsStore['calls']['read']>): Promise<boolean> {
    return this.desk.attempt(async () => {
      try {
        this.take(await valueOf(ask()))
      } catch (thrown) {
        if (toProblem(thrown).code !== 'statements.stopped') throw thrown
      }
    })
  }

  /** Whether all that was asked for was taken. */
  async fetch(text: string): Promise<boolean> {
    return (
      (await this.desk.attempt(async () => this.#answered(await valueOf(this.calls.fetch({ text }))))) &&
      this.refused === 0
    )
  }

  async fetchFile(): Promise<void> {
    await this.desk.attempt(async () => {
      const answer = await valueOf(this.calls.fetchFile())
      if (!answer) return
      this.#answered(answer)
      this.open = 'fetch'
    })
  }

  async refetch(which: FetchKind = 'all'): Promise<void> {
    await this.desk.attempt(async () => {
      const { count, elsewhere = [] } = this.#answered(await valueOf(this.calls.refetch({ which })))
      if (elsewhere.length > 0) this.desk.toasts.show('warning', elsewhereText(elsewhere, this.#numbers()))
      else if (count === 0) this.desk.toasts.show('information', statementsText.fetch.nothing)
    })
  }

  #answered(answer: FetchAnswer): FetchAnswer {
    this.refused = answer.refused ?? 0
    this.take(answer.state)
    return answer
  }

  async verify(): Promise<void> {
    const before = this.state?.verification?.at
    await this.run(() => this.calls.verify())
    const result = this.state?.verification
    if (!result?.isClean || result.at === before) return
    this.desk.toasts.show('success', verifiedText(result.files, result.hasCopy, this.#numbers()))
  }

  /** One statement, or all of the connection in use. */
  async compare(key: string | null, doubtful = false): Promise<void> {
    await this.desk.attempt(async () => {
      const summary = await valueOf(this.calls.compare({ key, doubtful }))
      this.take(summary.state)
      const { kind, text, detail } = comparedText(summary, this.#numbers())
      this.desk.toasts.show(kind, text, detail)
    })
  }

  async useOther(): Promise<void> {
    await this.desk.attempt(async () => {
      const state = await valueOf(this.calls.useOther())
      if (!state) return
      this.take(state)
      this.desk.toasts.show('success', statementsText.toasts.archiveInUse(state.folder))
    })
  }

  async restore(): Promise<void> {
    await this.desk.attempt(async () => {
      try {
        const { restored, of, sentence = null, state } = await valueOf(this.calls.restore())
        this.take(state)
        const kind = restored < of || sentence !== null ? 'warning' : 'success'
        this.desk.toasts.show(kind, restoredText(restored, of, this.#numbers()), sentence)
      } catch (thrown) {
        if (toProblem(thrown).code !== 'statements.stopped') throw thrown
      }
    })
  }

  async exportMonths(): Promise<void> {
    const { asset, year } = this.filter
    await this.desk.attempt(async () => {
      const saved = await valueOf(this.calls.exportMonths({ ...askedOf(this.scope), asset, year }))
      if (saved) this.desk.toasts.show('success', statementsText.months.exported(saved.path))
    })
  }

  openFolder(key: string | null): void {
    void this.desk.attempt(() => valueOf(this.calls.openFolder({ key })))
  }

  showDocument(key: string, name: string): void {
    void this.desk.attempt(() => valueOf(this.calls.show({ key, name })))
  }

  /** Marks the row and brings it into sight, unless the filter excludes it. */
  #seek(key: string): void {
    this.active = this.sought = this.#placeOf(key)
  }

  #placeOf(key: string): number | null {
    const place = this.rows?.findIndex((row) => row.key === key) ?? -1
    return place < 0 ? null : place
  }

  #keepActive(change: () => void): void {
    const key = this.active === null ? undefined : this.rows?.[this.active]?.key
    change()
    this.active = key === undefined ? null : this.#placeOf(key)
  }
}
