import { untrack } from 'svelte'
import {
  noTotals,
  type ArchiveProblem,
  type ProblemKind,
  type StatementsState,
  type FetchAnswer,
  type FetchKind,
  type StatementRow,
  type StatementTotals
} from '#shared/contract/records/statements/index'
import { toProblem } from '#shared/domain/base/problem'
import { idsIn } from '#shared/domain/records/record-links'
import { statementsText } from '#renderer/messages/statements'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { Detail } from './detail.svelte'
import { askedOf, isWithin, scopeOf, scopesOf, type InUse, type Scope } from './scopes'
import { comparedText, elsewhereText, restoredText } from './troubles'

interface Filter {
  search: string
  /** Null: what is usual now; `everything`, or the key of a scope. */
  scope: string | null
  asset: string | null
  year: string | null
}

/** What of the archive is shown, and what is asked of it; it outlives a look at another view. */
export class StatementsStore {
  state = $state.raw<StatementsState | null>(null)
  /** Why nothing is known of it. */
  problem = $state<string | null>(null)
  /** All of the archive, and those that pass the filter. */
  all = $state.raw<readonly StatementRow[]>([])
  rows = $state.raw<readonly StatementRow[] | null>(null)
  totals = $state.raw<StatementTotals>(noTotals)
  filter = $state<Filter>({ search: '', scope: null, asset: null, year: null })
  /** The connection that is used, or was last: what is shown does not change because it ended. */
  inUse = $state.raw<InUse | null>(null)
  active = $state<number | null>(null)
  /** The row that is to be brought into sight. */
  sought = $state<number | null>(null)
  /** What is open over the view. */
  open = $state<'fetch' | 'export' | null>(null)
  /** What stands in the field of ids. */
  pasted = $state('')
  /** How many ids of the last question were not taken, since more are not remembered. */
  refused = $state(0)
  readonly detail: Detail
  /** Whose statements are shown; null: all. It changes together with rows and totals. */
  scope = $state.raw<Scope | null>(null)
  readonly scopes = $derived(scopesOf(this.all))
  readonly scoped = $derived(this.all.filter((row) => isWithin(this.scope, row)))
  #version = -1
  /** What a link brought while the archive was being opened. */
  #wish: string | null = null
  #asked = 0
  #newest: Promise<void> = Promise.resolve()

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
    const stop = this.desk.bridge.on('statements.changed', (state) => this.take(state))
    void untrack(() => this.load())
    return stop
  }

  async load(): Promise<void> {
    try {
      this.take(await valueOf(this.calls.read()))
      this.problem = null
    } catch (thrown) {
      this.problem = toProblem(thrown).sentence
    }
  }

  take(state: StatementsState): void {
    const before = this.#wanted()
    this.state = state
    if (state.profileId !== null) this.inUse = { environment: state.environment, profileId: state.profileId }
    if (state.version === this.#version && this.#wanted()?.key === before?.key) return
    this.#version = state.version
    const wish = state.opening ? null : this.#wish
    if (wish !== null) this.#wish = null
    void this.refresh().then(() => (wish === null ? undefined : this.want(wish)))
  }

  /** The rows anew; an answer that was overtaken is thrown away, and the newer one waited for. */
  refresh(): Promise<void> {
    return (this.#newest = this.#refresh())
  }

  async #refresh(): Promise<void> {
    const asked = (this.#asked += 1)
    const { search, scope: wish, asset, year } = this.filter
    const none = { profileId: null, search: '', asset: null, year: null }
    try {
      const all = await valueOf(this.calls.list(none))
      const scope = scopeOf(wish, scopesOf(all), this.inUse)
      const wanted = { ...askedOf(scope), search: search.trim().slice(0, 200), asset, year }
      const [found, totals] = await Promise.all([
        this.filtered ? valueOf(this.calls.list(wanted)) : null,
        valueOf(this.calls.totals(askedOf(scope)))
      ])
      if (asked !== this.#asked) return await this.#newest
      const rows = found ?? all.filter((row) => isWithin(scope, row))
      this.#keepActive(rows)
      this.all = all
      this.scope = scope
      this.rows = rows
      this.totals = totals
      this.problem = null
      this.detail.take(all)
    } catch (thrown) {
      if (asked === this.#asked) this.problem = toProblem(thrown).sentence
    }
  }

  setFilter(change: Partial<Filter>): void {
    Object.assign(this.filter, change)
    void this.refresh()
  }

  clearFilter(): void {
    this.setFilter({ search: '', asset: null, year: null })
  }

  /** Other statements, and no filter that they know nothing of. */
  setScope(scope: string | null): void {
    this.filter.scope = scope
    const { asset, year } = this.filter
    const wanted = this.#wanted()
    const rows = this.all.filter((row) => isWithin(wanted, row))
    this.setFilter({
      asset: rows.some((row) => row.asset === asset) ? asset : null,
      year: rows.some((row) => row.month.startsWith(`${year}-`)) ? year : null
    })
  }

  /** What the palette or a link brought: shown where it is here, offered to be fetched where it is not. */
  async want(text: string): Promise<void> {
    const { ids } = idsIn(text)
    if (ids.length === 0) return
    if (this.state === null) await this.load()
    // What is there is not known yet.
    if (this.state?.opening) return void (this.#wish = text)
    if (this.rows === null) await this.refresh()
    const found = [...this.scoped, ...this.all].find((row) => row.id === ids[0])
    if (found && ids.length === 1) {
      const own = this.scopes.find((scope) => isWithin(scope, found))
      if (own && !isWithin(this.scope, found)) this.setScope(own.key)
      this.detail.show(found)
      await this.#newest
      return this.#seek(found.key)
    }
    this.pasted = ids.join('\n')
    this.open = 'fetch'
  }

  /** Runs a call that answers with the state; a stop that the person asked for is no problem. */
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
      const answer = await valueOf(this.calls.refetch({ which }))
      const { count, elsewhere = [] } = answer
      this.#answered(answer)
      if (elsewhere.length > 0) this.desk.toasts.show('warning', elsewhereText(elsewhere))
      else if (count === 0) this.desk.toasts.show('information', statementsText.fetch.nothing)
    })
  }

  #answered({ state, refused = 0 }: FetchAnswer): void {
    this.refused = refused
    this.take(state)
  }

  async verify(): Promise<void> {
    const before = this.state?.verification?.at
    await this.run(() => this.calls.verify())
    const result = this.state?.verification
    if (!result?.isClean || result.at === before) return
    this.desk.toasts.show('success', statementsText.toasts.verified(result.files, result.hasCopy))
  }

  /** The connection that brought it is the one in use. */
  canCompare({ environment, profileId, belongs }: StatementRow): boolean {
    const { state } = this
    return (
      state?.cannotFetch === null &&
      state.environment === environment &&
      state.profileId === profileId &&
      belongs === undefined
    )
  }

  /** One statement, or all of the connection in use. */
  async compare(key: string | null, doubtful = false): Promise<void> {
    await this.desk.attempt(async () => {
      const summary = await valueOf(this.calls.compare({ key, doubtful }))
      this.take(summary.state)
      const { kind, text, detail } = comparedText(summary)
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
        this.desk.toasts.show(kind, restoredText(restored, of), sentence)
      } catch (thrown) {
        if (toProblem(thrown).code !== 'statements.stopped') throw thrown
      }
    })
  }

  openFolder(key: string | null): void {
    void this.desk.attempt(() => valueOf(this.calls.openFolder({ key })))
  }

  showDocument(key: string, name: string): void {
    void this.desk.attempt(() => valueOf(this.calls.show({ key, name })))
  }

  /** Means the row and brings it into sight; none where the filter has left it out. */
  #seek(key: string): void {
    const place = this.rows?.findIndex((row) => row.key === key) ?? -1
    this.active = this.sought = place < 0 ? null : place
  }

  #wanted(): Scope | null {
    return scopeOf(this.filter.scope, this.scopes, this.inUse)
  }

  #keepActive(rows: readonly StatementRow[]): void {
    const key = this.active === null ? null : this.rows?.[this.active]?.key
    const place = key === null ? -1 : rows.findIndex((row) => row.key === key)
    this.active = place < 0 ? null : place
  }
}
