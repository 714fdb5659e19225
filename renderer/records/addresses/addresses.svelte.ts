import { untrack } from 'svelte'
import type {
  AddressesPushes,
  AddressesState,
  AddressFilters,
  AddressOrder
} from '#shared/contract/records/addresses'
import { toProblem } from '#shared/domain/base/problem'
import { idsIn } from '#shared/domain/records/record-links'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { searchIn } from '../../lib/state/opening'
import { keyOf, usedFilters, withFilter, type FilterName } from './filters/filters'
import { Coverage } from './state/coverage.svelte'
import { Detail } from './state/detail.svelte'
import { AddressTable } from './state/table.svelte'
import { coverageLabel } from './table/coverage-label'

type Calls = Desk['bridge']['call']['addresses']
/** Those that tell how things are afterwards. */
type Plain = 'loadEverything' | 'refresh' | 'stop' | 'resume' | 'clear'

/** What is asked, found and looked at; it outlives a look at another view. */
export class AddressesStore {
  state = $state.raw<AddressesState | null>(null)
  problem = $state<string | null>(null)
  filters = $state.raw<AddressFilters>({})
  order = $state<AddressOrder>('DESC')
  search = $state('')
  /** The filter that is being edited, and whether the saved ones are. */
  editing = $state<FilterName | null>(null)
  saving = $state(false)
  confirmingClear = $state(false)
  /** Why the service could not be asked for what the chips say. */
  refused = $state<string | null>(null)
  /** The button that loads is to have the focus: what was pressed has gone. */
  focusWanted = $state(false)
  replaced = $state.raw<AddressesPushes['addresses.replaced'] | null>(null)
  /** The export whose end was read already. */
  exportRead = $state<string | null>(null)
  readonly table: AddressTable
  readonly detail: Detail
  readonly coverage = new Coverage()

  constructor(readonly desk: Desk) {
    this.detail = new Detail(desk)
    this.table = new AddressTable(desk, () => ({
      filters: this.filters,
      search: this.search,
      order: this.order
    }))
  }

  /** As long as the window lives: the warning must come wherever the person looks. */
  listen(): () => void {
    const stops = [
      this.desk.bridge.on('addresses.replaced', (what) => {
        this.replaced = what
        this.detail.clipboardMoved()
        if (this.desk.router.view !== 'addresses') this.desk.toasts.show('error', what.sentence)
      }),
      this.desk.bridge.on('addresses.clipboardMoved', () => this.detail.clipboardMoved())
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** As long as the view is shown. */
  start(): () => void {
    this.table.open()
    const stop = this.desk.bridge.on('addresses.changed', (state) => this.take(state))
    void untrack(() => this.load())
    return () => {
      stop()
      this.table.close()
    }
  }

  async load(): Promise<void> {
    try {
      const state = await valueOf(this.desk.bridge.call.addresses.read())
      this.take(state)
      if (state.profileId !== null && !this.table.asked) this.table.ask()
      this.problem = null
    } catch (thrown) {
      this.problem = toProblem(thrown).sentence
    }
  }

  take(state: AddressesState): void {
    const before = this.state
    this.state = state
    this.coverage.take(state)
    const isOther = before?.profileId !== state.profileId || before.service !== state.service
    if (before && isOther) this.#leave(before.profileId)
    // To ask a store that ended would start it anew, unseen and empty: the person is told of it first.
    if (state.profileId === null || state.phase === 'failed') return
    const isNew = state.revision !== this.table.shown?.answer.revision
    if (isNew || isOther) this.table.refresh()
    if (isNew) void this.detail.storeChanged()
    this.detail.take(state.notLoadable === null)
    if (before?.notLoadable && state.notLoadable === null) void this.#askUnasked()
  }

  /** Ids of one connection are nothing that another one should be asked for. */
  #leave(profileId: string | null): void {
    this.table.reset()
    // What was asked for before there was a connection waits for this one.
    if (profileId === null) return
    this.detail.close()
    this.filters = {}
  }

  setSearch(text: string): void {
    this.search = text
    this.table.ask()
  }

  setOrder(order: AddressOrder): void {
    this.order = order
    this.table.ask()
  }

  setFilters(filters: AddressFilters): void {
    if (keyOf(filters) === keyOf(this.filters)) return
    this.filters = filters
    this.refused = null
    this.table.ask()
    void this.#askUnasked()
  }

  setFilter<Name extends FilterName>(name: Name, value: AddressFilters[Name] | null): void {
    this.setFilters(withFilter(this.filters, name, value))
  }

  /** All addresses are on their way already, or here. */
  get isWhole(): boolean {
    return this.state?.everything.complete === true
  }

  get loading() {
    return this.state?.load?.phase === 'running' ? this.state.load : null
  }

  async #askUnasked(): Promise<void> {
    if (usedFilters(this.filters).length === 0 || this.coverage.since(this.filters) !== null) return
    // An id that somebody has at hand may be younger than all that was loaded.
    if (this.isWhole && this.filters.ids === undefined) return
    // What loads everything is not stopped for a part of it.
    if (this.loading && this.loading.kind !== 'query') return
    await this.askService()
  }

  async askService(): Promise<void> {
    if (this.state === null || this.state.notLoadable !== null) return
    const { filters, order } = this
    this.refused = null
    try {
      const state = await valueOf(this.desk.bridge.call.addresses.load({ filters, order }))
      this.coverage.began(filters, state)
      this.take(state)
    } catch (thrown) {
      if (this.filters === filters) this.refused = toProblem(thrown).sentence
    }
  }

  async run(name: Plain): Promise<void> {
    if (name === 'clear') {
      this.coverage.clear()
      this.detail.close()
    }
    await this.send((calls) => calls[name]())
  }

  /** A call whose answer is how things are after it. */
  send(ask: (calls: Calls) => ReturnType<Calls['read']>): Promise<boolean> {
    return this.desk.attempt(async () => this.take(await valueOf(ask(this.desk.bridge.call.addresses))))
  }

  async useSaved(id: string): Promise<void> {
    await this.desk.attempt(async () => {
      const { filters, order } = await valueOf(this.desk.bridge.call.addresses.savedFilter({ id }))
      this.order = order
      this.search = ''
      this.setFilters(filters)
      this.table.ask()
    })
  }

  async export(format: 'csv' | 'json'): Promise<void> {
    await this.desk.attempt(async () => {
      const { addresses } = this.desk.bridge.call
      const partial = coverageLabel(this, this.desk.settings.now.clock).isPart
      if (await valueOf(addresses.export({ view: this.table.name, format, partial }))) this.exportRead = null
    })
  }

  /** The one that was copied before another took its place. */
  async copyAgain(): Promise<void> {
    await this.desk.attempt(async () => {
      const outcome = await valueOf(this.desk.bridge.call.addresses.copyAgain())
      if (outcome.matches) this.replaced = null
      this.desk.toasts.show(outcome.matches ? 'success' : 'error', outcome.sentence)
    })
  }

  /** What a link or the palette names: it is shown, and asked for where it is not here. */
  async want(text: string): Promise<void> {
    const search = searchIn(text)
    if (search !== null) return this.#find(search)
    const { ids } = idsIn(text)
    const [id] = ids
    if (id === undefined) return
    if (this.state === null) await this.load()
    if (ids.length === 1) {
      await this.detail.open(id)
      if (this.detail.problem === null) return this.table.seek(id)
      this.detail.close()
    }
    this.search = ''
    this.setFilters({ ids: [...ids] })
    this.#wanted = ids.length === 1 ? id : null
  }

  /** In any part of all that is loaded: the service looks for no id but those that a filter names. */
  async #find(text: string): Promise<void> {
    if (this.state === null) await this.load()
    this.detail.close()
    this.#wanted = null
    this.filters = {}
    this.refused = null
    this.setSearch(text)
  }

  /** Opened as soon as it has come. */
  #wanted: string | null = null

  showWanted(): void {
    const id = this.#wanted
    const isHere = id !== null && this.table.shown?.rows.some((row) => row.id === id)
    if (!isHere) return
    this.#wanted = null
    this.table.seek(id)
    void this.detail.open(id)
  }
}
