import { untrack } from 'svelte'
import type { ArchiveState, StatementRow, StatementTotals } from '../../../electron/shared/contract/archive'
import { toProblem } from '../../../electron/shared/domain/problem'
import { idsIn } from '../../../electron/shared/domain/record-links'
import { valueOf } from '../../lib/client'
import type { Desk } from '../../lib/desk'
import { Detail } from './detail.svelte'

export interface Filter {
  search: string
  profileId: string | null
  asset: string | null
  year: string | null
}

/** What of the archive is shown, and what is asked of it; it outlives a look at another view. */
export class ArchiveDesk {
  state = $state.raw<ArchiveState | null>(null)
  /** Why nothing is known of it. */
  problem = $state<string | null>(null)
  /** All of the archive, and those that pass the filter. */
  all = $state.raw<readonly StatementRow[]>([])
  rows = $state.raw<readonly StatementRow[] | null>(null)
  totals = $state.raw<StatementTotals>({ years: [], months: [], uncounted: 0 })
  filter = $state<Filter>({ search: '', profileId: null, asset: null, year: null })
  active = $state<number | null>(null)
  /** What is open over the view. */
  open = $state<'fetch' | 'export' | null>(null)
  /** What stands in the field of ids. */
  pasted = $state('')
  readonly detail: Detail
  #version = -1
  #asked = 0
  #newest: Promise<void> = Promise.resolve()

  constructor(readonly desk: Desk) {
    this.detail = new Detail(desk)
  }

  get calls() {
    return this.desk.bridge.call.archive
  }

  get filtered(): boolean {
    const { search, profileId, asset, year } = this.filter
    return search.trim() !== '' || profileId !== null || asset !== null || year !== null
  }

  start(): () => void {
    const stop = this.desk.bridge.on('archive.changed', (state) => this.take(state))
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

  take(state: ArchiveState): void {
    this.state = state
    if (state.version === this.#version) return
    this.#version = state.version
    void this.refresh()
  }

  /** The rows anew; an answer that was overtaken is thrown away, and the newer one waited for. */
  refresh(): Promise<void> {
    return (this.#newest = this.#refresh())
  }

  async #refresh(): Promise<void> {
    const asked = (this.#asked += 1)
    const { search, profileId, asset, year } = this.filter
    const none = { profileId: null, search: '', asset: null, year: null }
    const wanted = { search: search.trim().slice(0, 200), profileId, asset, year }
    try {
      const [all, rows, totals] = await Promise.all([
        valueOf(this.calls.statements(none)),
        this.filtered ? valueOf(this.calls.statements(wanted)) : null,
        valueOf(this.calls.totals({ profileId }))
      ])
      if (asked !== this.#asked) return await this.#newest
      this.#keepActive(rows ?? all)
      this.all = all
      this.rows = rows ?? all
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
    this.setFilter({ search: '', profileId: null, asset: null, year: null })
  }

  /** What the palette or a link brought: shown where it is here, offered to be fetched where it is not. */
  async want(text: string): Promise<void> {
    const [id] = idsIn(text, 1).ids
    if (id === undefined) return
    if (this.rows === null) await this.refresh()
    const found = this.all.find((row) => row.id === id)
    if (found) return this.detail.show(found)
    this.pasted = id
    this.open = 'fetch'
  }

  /** Runs a call that answers with the state; a stop that the person asked for is no problem. */
  async run(ask: () => ReturnType<ArchiveDesk['calls']['read']>): Promise<boolean> {
    return this.desk.attempt(async () => {
      try {
        this.take(await valueOf(ask()))
      } catch (thrown) {
        if (toProblem(thrown).code !== 'archive.stopped') throw thrown
      }
    })
  }

  async fetch(text: string): Promise<boolean> {
    return this.desk.attempt(async () => this.take((await valueOf(this.calls.fetch({ text }))).state))
  }

  async fetchFile(): Promise<void> {
    await this.desk.attempt(async () => {
      const answer = await valueOf(this.calls.fetchFile())
      if (!answer) return
      this.take(answer.state)
      this.open = 'fetch'
    })
  }

  async fetchWanted(): Promise<void> {
    await this.desk.attempt(async () => {
      const { count, state } = await valueOf(this.calls.fetchWanted())
      this.take(state)
      if (count === 0) this.desk.toasts.show('information', 'Everything that was asked for is complete.')
    })
  }

  async verify(): Promise<void> {
    const before = this.state?.verification?.at
    await this.run(() => this.calls.verify())
    const result = this.state?.verification
    if (!result || result.at === before) return
    const { files, altered, missing, unknown } = result
    if (altered + missing + unknown > 0) return
    this.desk.toasts.show(
      'success',
      `${files} ${files === 1 ? 'file was' : 'files were'} verified: all are as they were fetched.`
    )
  }

  openFolder(key: string | null): void {
    void this.desk.attempt(() => valueOf(this.calls.openFolder({ key })))
  }

  showDocument(key: string, name: string): void {
    void this.desk.attempt(() => valueOf(this.calls.show({ key, name })))
  }

  #keepActive(rows: readonly StatementRow[]): void {
    const key = this.active === null ? null : this.rows?.[this.active]?.key
    const place = key === null ? -1 : rows.findIndex((row) => row.key === key)
    this.active = place < 0 ? null : place
  }
}
