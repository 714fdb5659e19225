import { rm } from 'node:fs/promises'
import type {
  AddressAnswer,
  AddressDetail,
  AddressesState,
  AddressFilterName,
  AddressFilters,
  AddressOrder,
  AddressQuestion,
  AddressSlice,
  CopyOutcome,
  PastedValues,
  SavedAddressFilter
} from '../../shared/contract/addresses'
import { fail } from '../../shared/domain/problem'
import type { Clock } from '../clock'
import { mostLimit, type Rest } from '../rest'
import { ClipboardWatch, type ClipboardPort, type Replaced } from './clipboard-watch'
import type { ExportFormat } from './export/exporter'
import { noProgress, type Progress } from './keep/progress-file'
import { LatestAnswers } from './latest-answers'
import { everythingErrand, queryErrand, refreshErrand } from './load/errand'
import { Loader } from './load/loader'
import { planRequests } from './load/plan'
import { StoreKeeper } from './store-keeper'
import type { StartCore } from './worker/client'
import type { FilterDraft } from './worker/core-types'

export interface Service {
  readonly profileId: string
  readonly rest: Rest
}

export interface AddressesPorts {
  /** Of all connections. */
  readonly folder: string
  readonly clock: Clock
  readonly start: StartCore
  /** What addresses are asked of, or the sentence that says why nothing can be asked. */
  readonly service: () => Service | string
  readonly clipboard: ClipboardPort
  /** Often, so tell it with restraint. */
  readonly changed: () => void
  readonly replaced: (what: Replaced) => void
  /** Of the addresses on one page. */
  readonly pageLimit?: number
}

/** The deposit addresses of the connection in use: loaded, searched, kept and taken away. */
export class Addresses {
  readonly #store: StoreKeeper
  readonly #loader: Loader
  readonly #answers: LatestAnswers
  readonly #watch: ClipboardWatch
  /** What the store will say when it has written it. */
  #progress: Progress | null = null

  constructor(private readonly ports: AddressesPorts) {
    const { changed, replaced, clock, clipboard } = ports
    this.#store = new StoreKeeper({
      folder: ports.folder,
      start: ports.start,
      changed,
      ended: () => {
        // To go on from where it was would leave a gap.
        this.#progress = null
        void this.#loader.forget()
      }
    })
    this.#loader = new Loader({
      rest: () => this.#rest(),
      add: (records) => this.#store.call('add', { records }),
      limit: ports.pageLimit ?? mostLimit,
      settle: async () => {
        const state = await this.#store.call('state', null).catch(() => null)
        if (state) this.#store.take(state)
      },
      changed
    })
    this.#answers = new LatestAnswers((view, sequence, question) =>
      this.#store.call('ask', { view, sequence, question })
    )
    this.#watch = new ClipboardWatch({ clock, clipboard, replaced })
  }

  get state(): AddressesState {
    const { profileId, state, lost } = this.#store
    const rest = this.#rest()
    const { complete, newest, oldest } = this.#progress ?? state?.progress ?? noProgress
    return {
      profileId,
      phase: profileId === null ? 'none' : lost ? 'failed' : (state?.phase ?? 'opening'),
      sentence:
        profileId === null
          ? 'Addresses belong to a connection. Connect to one first.'
          : (lost ?? state?.sentence ?? 'Opening.'),
      notLoadable: typeof rest === 'string' ? rest : null,
      revision: state?.revision ?? 0,
      rows: state?.rows ?? 0,
      networks: state?.networks ?? [],
      keepOnDisk: state?.keepOnDisk ?? false,
      bytesOnDisk: state?.bytesOnDisk ?? 0,
      notKept: state?.notKept ?? null,
      load: this.#loader.state,
      everything: { begun: newest !== null || oldest !== null || complete, complete, newest, oldest },
      savedFilters: state?.savedFilters ?? [],
      labels: state?.labels ?? 0,
      export: state?.export ?? null
    }
  }

  /** What the person connected to; without a connection the addresses of the last one stay to be looked at. */
  async useProfile(id: string | null): Promise<void> {
    if (id !== null) await this.open(id)
    this.ports.changed()
  }

  async open(profileId: string): Promise<void> {
    if (profileId === this.#store.profileId && this.#store.lost === null) return
    await this.#leave()
    await this.#store.use(profileId)
  }

  /** When what is kept of the connection has been read. */
  opened(): Promise<void> {
    return this.#store.opened()
  }

  ask(view: string, sequence: number, question: AddressQuestion): Promise<AddressAnswer> {
    return this.#answers.ask(view, sequence, question)
  }

  slice(view: string, from: number, count: number): Promise<AddressSlice> {
    return this.#store.call('slice', { view, from, count })
  }

  /** All views whose name begins so: one table, or all of a window. */
  async closeViews(prefix: string): Promise<void> {
    this.#answers.close(prefix)
    if (this.#store.state) await this.#store.call('closeViews', { prefix })
  }

  detail(id: string): Promise<AddressDetail> {
    return this.#store.call('detail', { id })
  }

  parse(filter: AddressFilterName, text: string): Promise<PastedValues> {
    return this.#store.call('parse', { filter, text })
  }

  async load(filters: AddressFilters, order: AddressOrder): Promise<void> {
    const queries = planRequests(filters)
    await this.#loadable()
    await this.#loader.start(queryErrand(queries, order))
  }

  async loadEverything(): Promise<void> {
    await this.#loadable()
    const { complete, newest } = this.#now()
    // Complete without a newest one: there was nothing at all.
    if (complete && newest === null) await this.#setProgress(noProgress)
    const ports = { progress: () => this.#now(), setProgress: this.#setProgress }
    await this.#loader.start(complete && newest !== null ? refreshErrand(ports) : everythingErrand(ports))
  }

  async refresh(): Promise<void> {
    await this.#loadable()
    if (this.#now().newest === null) return this.loadEverything()
    const ports = { progress: () => this.#now(), setProgress: this.#setProgress }
    await this.#loader.start(refreshErrand(ports))
  }

  stop(): Promise<void> {
    return this.#loader.stop()
  }

  async resume(): Promise<void> {
    await this.#loadable()
    this.#loader.resume()
  }

  async forget(): Promise<void> {
    await this.#loader.forget()
    this.#store.take(await this.#store.call('forget', null))
    this.#progress = null
    this.ports.changed()
  }

  async keepOnDisk(keep: boolean): Promise<void> {
    this.#store.take(await this.#store.call('keepOnDisk', { keep }))
  }

  async label(id: string, label: string): Promise<void> {
    this.#store.take(await this.#store.call('label', { id, label }))
  }

  async saveFilter(draft: FilterDraft): Promise<void> {
    this.#store.take(await this.#store.call('saveFilter', draft))
  }

  savedFilter(id: string): Promise<SavedAddressFilter> {
    return this.#store.call('savedFilter', { id })
  }

  async removeFilter(id: string): Promise<void> {
    this.#store.take(await this.#store.call('removeFilter', { id }))
  }

  async copy(id: string, what: 'address' | 'uri' | 'json'): Promise<CopyOutcome> {
    const { address, paymentUri, json } = await this.detail(id)
    const text = { address, uri: paymentUri, json }[what]
    if (text === null) {
      throw fail('addresses.no-uri', 'There is no payment request for an address of this network.')
    }
    const { matches, watchedUntil } = await this.#watch.copy(text)
    return {
      matches,
      watchedUntil,
      sentence: matches
        ? 'Copied; the clipboard was read again and matches.'
        : 'The clipboard holds something else than what was copied. Do not paste it; copy once more.'
    }
  }

  async export(view: string, file: string, format: ExportFormat): Promise<void> {
    // What it says of itself comes with the answer: a short export could not be cancelled otherwise.
    this.#store.take(await this.#store.call('export', { view, file, format }))
  }

  async cancelExport(): Promise<void> {
    this.#store.take(await this.#store.call('cancelExport', null))
  }

  /** The connection was deleted; what was kept of it goes with it. */
  async forgetProfile(profileId: string): Promise<void> {
    if (profileId === this.#store.profileId) await this.#close()
    await rm(this.#store.folderOf(profileId), { recursive: true, force: true })
  }

  /** Everything of all connections. */
  async clear(): Promise<void> {
    const { profileId } = this.#store
    await this.#close()
    await rm(this.ports.folder, { recursive: true, force: true })
    if (profileId !== null) await this.open(profileId)
  }

  async dispose(): Promise<void> {
    this.#watch.stop()
    await this.#close()
  }

  async #close(): Promise<void> {
    await this.#leave()
    await this.#store.close()
  }

  async #leave(): Promise<void> {
    await this.#loader.forget()
    this.#answers.close('')
    this.#progress = null
  }

  #rest(): Rest | string {
    const service = this.ports.service()
    if (typeof service === 'string') return service
    return service.profileId === this.#store.profileId
      ? service.rest
      : 'These are addresses of another connection than the one in use. Connect to it to load more.'
  }

  async #loadable(): Promise<void> {
    const rest = this.#rest()
    if (typeof rest === 'string') throw fail('addresses.not-loadable', rest, { retryable: true })
    // Where loading goes on depends on what is kept.
    await this.#store.opened()
  }

  #now(): Progress {
    return this.#progress ?? this.#store.state?.progress ?? noProgress
  }

  #setProgress = async (progress: Progress): Promise<void> => {
    this.#progress = progress
    await this.#store.call('setProgress', { progress })
  }
}
