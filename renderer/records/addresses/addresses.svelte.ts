import { untrack } from 'svelte'
import type {
  AddressesPushes,
  AddressesState,
  AddressFilters,
  AddressOrder
} from '#shared/contract/records/addresses/index'
import { toProblem } from '#shared/domain/base/problem'
import { idsIn } from '#shared/domain/records/record-links'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { searchIn } from '../../lib/state/opening'
import { keyOf, usedFilters, withFilter, type FilterName } from './filters/filters'
import { Coverage } from './state/coverage.svelte'
import { Detail } from './state/detail.svelte'
import { AddressChanges } from './digest/changes.svelte'
import { AddressTable } from './state/table.svelte'
import { coverageLabel } from './table/coverage-label'

type Calls = Desk['bridge']['call']['addresses']
/** Calls that return the new state. */
type Plain = 'loadEverything' | 'refresh' | 'compare' | 'stop' | 'resume' | 'clear'

/** The query, its result and the selection; outlives view changes. */
export class AddressesStore {
  state = $state.raw<AddressesState | null>(null)
  problem = $state<string | null>(null)
  filters = $state.raw<AddressFilters>({})
  order = $state<AddressOrder>('DESC')
  search = $state('')
  /** The open filter editor. */
  editing = $state<FilterName | null>(null)
  saving = $state(false)
  confirmingClear = $state(false)
  /** Why the service could not be queried. */
  refused = $state<string | null>(null)
  /** Focus the load button, because the pressed button disappeared. */
  focusWanted = $state(false)
  replaced = $state.raw<AddressesPushes['addresses.replaced'] | null>(null)
  /** The export whose end was announced. */
  exportRead = $state<string | null>(null)
  readonly table: AddressTable
  readonly detail: Detail
  readonly coverage = new Coverage()
  readonly changes: AddressChanges

  constructor(readonly desk: Desk) {
    this.detail = new Detail(desk)
    this.changes = new AddressChanges(desk)
    this.table = new AddressTable(desk, () => ({
      filters: this.filters,
      search: this.search,
      order: this.order
    }))
  }

  /** For the life of the window, so that the warning always appears. */
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

  /** While the view is shown. */
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
      void this.#visit()
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
    const hasLoaded = before?.load?.phase === 'running' && state.load?.phase !== 'running'
    if (before && (isOther || (hasLoaded && state.digest === null))) void this.#visit()
    // A failed store would restart empty, so the failure is shown first.
    if (state.profileId === null || state.phase === 'failed') return
    const isNew = state.revision !== this.table.shown?.answer.revision
    if (isNew || isOther) this.table.refresh()
    if (isNew) void this.detail.storeChanged()
    if (isNew) this.changes.refresh()
    this.detail.take(state.notLoadable === null)
    if (before?.notLoadable && state.notLoadable === null) void this.#askUnasked()
  }

  /** IDs belong to one connection. */
  #leave(profileId: string | null): void {
    this.table.reset()
    this.changes.close()
    // Earlier requests wait for the connection.
    if (profileId === null) return
    this.detail.close()
    this.filters = {}
  }

  /** The user sees the addresses now. The new state is pushed to all windows. */
  async #visit(): Promise<void> {
    if (this.state === null || this.state.profileId === null) return
    try {
      await valueOf(this.desk.bridge.call.addresses.visit())
    } catch {
      // Its problem is shown in place of the list.
    }
  }

  async markSeen(): Promise<void> {
    const revision = this.state?.revision ?? 0
    if (await this.send((calls) => calls.markSeen({ revision }))) this.changes.close()
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

  /** All addresses are loaded or loading. */
  get isWhole(): boolean {
    return this.state?.everything.complete === true
  }

  get loading() {
    return this.state?.load?.phase === 'running' ? this.state.load : null
  }

  async #askUnasked(): Promise<void> {
    if (usedFilters(this.filters).length === 0 || this.coverage.since(this.filters) !== null) return
    // A known ID may be newer than everything loaded.
    if (this.isWhole && this.filters.ids === undefined) return
    // "Load everything" is not interrupted for a part.
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

  /** For calls that return the new state. */
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

  /** Copies the original address again. */
  async copyAgain(): Promise<void> {
    await this.desk.attempt(async () => {
      const outcome = await valueOf(this.desk.bridge.call.addresses.copyAgain())
      if (outcome.matches) this.replaced = null
      this.desk.toasts.show(outcome.matches ? 'success' : 'error', outcome.sentence)
    })
  }

  /** Shows an address from a link or the palette, and loads it if needed. */
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

  /** In any field of the loaded addresses; the service only searches by filters. */
  async #find(text: string): Promise<void> {
    if (this.state === null) await this.load()
    this.detail.close()
    this.#wanted = null
    this.filters = {}
    this.refused = null
    this.setSearch(text)
  }

  /** Opened when it arrives. */
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
