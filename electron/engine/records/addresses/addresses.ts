import { addressText } from '#shared/messages/addresses'
import { rm } from 'node:fs/promises'
import type {
  AddressAnswer,
  AddressConfirmation,
  AddressDetail,
  AddressesState,
  AddressFilterName,
  AddressFilters,
  AddressOrder,
  AddressPosition,
  AddressQuestion,
  AddressSlice,
  CopyOutcome,
  DigestPage,
  DigestQuestion,
  PastedValues,
  SavedAddressFilter
} from '#shared/contract/records/addresses/index'
import { fail } from '#shared/domain/base/problem'
import type { Clock } from '../../base/clock'
import type { AddressRest } from '../../connection/rest'
import { ClipboardWatch, type ClipboardPort, type Replaced } from './clipboard-watch'
import { Confirming } from './confirming'
import { LatestAnswers } from './latest-answers'
import { Loading } from './load/loading'
import { isSameOwner, type Owner } from './owner'
import { StoreKeeper } from './store-keeper'
import { copyAgain, copyOf, type CopyKind } from './copy-address'
import { wholeState } from './whole-state'
import type { StartCore } from './worker/client'
import type { ExportWanted, FilterDraft } from './worker/core-types'

interface Service extends Owner {
  readonly rest: AddressRest
}

export interface AddressesPorts {
  /** Of all connections. */
  readonly folder: string
  readonly clock: Clock
  readonly start: StartCore
  /** Or why nothing can be loaded. */
  readonly service: () => Service | string
  /** The `serviceDigest`; null for an unknown connection. */
  readonly pointsTo: (profileId: string) => string | null
  readonly clipboard: ClipboardPort
  /** Called often. */
  readonly changed: () => void
  readonly replaced: (what: Replaced) => void
  readonly clipboardMoved: () => void
  /** Addresses per page. */
  readonly pageLimit?: number
}

// A store that is opening may still write into its folder.
const removal = { recursive: true, force: true, maxRetries: 5 }

/** The deposit addresses of the connection in use. */
export class Addresses {
  readonly #store: StoreKeeper
  readonly #loading: Loading
  readonly #answers: LatestAnswers
  readonly #watch: ClipboardWatch
  readonly #confirming: Confirming

  constructor(private readonly ports: AddressesPorts) {
    const { changed, replaced, clipboardMoved, clock, clipboard } = ports
    this.#store = new StoreKeeper({
      folder: ports.folder,
      start: ports.start,
      changed,
      ended: () => this.#loading.storeEnded()
    })
    this.#loading = new Loading({
      store: this.#store,
      rest: () => this.#rest(),
      pageLimit: ports.pageLimit,
      changed
    })
    this.#answers = new LatestAnswers((view, sequence, question) =>
      this.#store.call('ask', { view, sequence, question })
    )
    this.#watch = new ClipboardWatch({ clock, clipboard, replaced, moved: clipboardMoved })
    this.#confirming = new Confirming({
      clock,
      rest: () => this.#rest(),
      detail: (id) => this.detail(id),
      store: async (records) => {
        await this.#store.call('add', { records })
        await this.#loading.stored()
      },
      unlist: async (id) => this.#store.take(await this.#store.call('unlist', { ids: [id] }))
    })
  }

  get state(): AddressesState {
    const rest = this.#rest()
    return wholeState({
      store: this.#store,
      load: this.#loading.state,
      notLoadable: typeof rest === 'string' ? rest : null,
      progress: this.#loading.progress
    })
  }

  /** Without a connection, the last addresses stay. */
  async useProfile(id: string | null): Promise<void> {
    if (id !== null) await this.#use(id)
    this.ports.changed()
  }

  async open(profileId: string): Promise<void> {
    await this.#use(profileId)
    await this.prepare()
  }

  /** Call when a window begins to show addresses. */
  prepare(): Promise<void> {
    return this.#store.prepare()
  }

  async #use(profileId: string): Promise<void> {
    const service = this.ports.pointsTo(profileId)
    if (service === null) throw fail('addresses.no-connection', addressText.connection.gone)
    const owner = { profileId, service }
    if (isSameOwner(owner, this.#store.owner) && this.#store.lost === null) return
    await this.#reset()
    await this.#store.use(owner)
  }

  /** Addresses belong to one service of the connection. */
  async connectionsChanged(): Promise<void> {
    const { owner } = this.#store
    const service = owner && this.ports.pointsTo(owner.profileId)
    if (owner && service !== null && service !== owner.service) await this.open(owner.profileId)
  }

  opened(): Promise<void> {
    return this.#store.opened()
  }

  ask(view: string, sequence: number, question: AddressQuestion): Promise<AddressAnswer> {
    return this.#answers.ask(view, sequence, question)
  }

  slice(view: string, from: number, count: number): Promise<AddressSlice> {
    return this.#store.call('slice', { view, from, count })
  }

  position(view: string, id: string): Promise<AddressPosition> {
    return this.#store.call('position', { view, id })
  }

  /** Closes one table, or all of a window. */
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

  load(filters: AddressFilters, order: AddressOrder): Promise<void> {
    return this.#loading.load(filters, order)
  }

  loadEverything(): Promise<void> {
    return this.#loading.everything()
  }

  refresh(): Promise<void> {
    return this.#loading.refresh()
  }

  compare(): Promise<void> {
    return this.#loading.compare()
  }

  stop(): Promise<void> {
    return this.#loading.stop()
  }

  resume(): Promise<void> {
    return this.#loading.resume()
  }

  async clearLoaded(): Promise<void> {
    await this.#loading.clear()
    this.#store.take(await this.#store.call('clear', null))
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

  confirm(id: string): Promise<AddressConfirmation> {
    return this.#confirming.ask(id)
  }

  async seen(id: string): Promise<void> {
    this.#store.take(await this.#store.call('seen', { id }))
  }

  async visit(): Promise<void> {
    if (this.#store.owner === null) return
    await this.#store.opened()
    this.#store.take(await this.#store.call('visit', null))
  }

  digest(question: DigestQuestion): Promise<DigestPage> {
    return this.#store.call('digest', question)
  }

  async markSeen(revision: number): Promise<void> {
    this.#store.take(await this.#store.call('markSeen', { revision }))
  }

  async copy(id: string, what: CopyKind, force = false): Promise<CopyOutcome> {
    const isGone = await this.#confirming.isGone(id)
    const detail = await this.detail(id)
    return copyOf(detail, { what, force, isGone: isGone || detail.isUnlisted }, this.#watch)
  }

  copyAgain(): Promise<CopyOutcome> {
    return copyAgain(this.#watch)
  }

  async export(wanted: ExportWanted): Promise<void> {
    // Without the state in the answer, a short export could not be cancelled.
    this.#store.take(await this.#store.call('export', wanted))
  }

  async cancelExport(): Promise<void> {
    this.#store.take(await this.#store.call('cancelExport', null))
  }

  async removeProfile(profileId: string): Promise<void> {
    const remove = () => rm(this.#store.folderOf(profileId), removal)
    await (profileId === this.#store.owner?.profileId ? this.#close(remove) : this.#store.inTurn(remove))
  }

  async clear(): Promise<void> {
    const { owner } = this.#store
    await this.#close(() => rm(this.ports.folder, removal))
    // Its connection may have been deleted meanwhile.
    if (owner !== null && this.ports.pointsTo(owner.profileId) !== null) await this.open(owner.profileId)
  }

  async dispose(): Promise<void> {
    this.#watch.stop()
    await this.#close()
  }

  async #close(afterwards?: () => Promise<void>): Promise<void> {
    await this.#reset()
    await this.#store.close(afterwards)
  }

  async #reset(): Promise<void> {
    await this.#loading.clear()
    this.#answers.close('')
    this.#confirming.clear()
  }

  #rest(): AddressRest | string {
    const service = this.ports.service()
    if (typeof service === 'string') return service
    return isSameOwner(service, this.#store.owner) ? service.rest : addressText.connection.other
  }
}
