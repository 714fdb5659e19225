import { addressText } from '#shared/messages/addresses'
import { setImmediate as turn } from 'node:timers/promises'
import type {
  AddressAnswer,
  AddressDetail,
  AddressFilterName,
  AddressPosition,
  AddressQuestion,
  AddressSlice,
  DigestPage,
  DigestQuestion,
  PastedValues,
  SavedAddressFilter
} from '#shared/contract/records/addresses/index'
import { fail } from '#shared/domain/base/problem'
import type { DepositAddress } from '#shared/wire/address-decoder'
import type { Checked } from '../digest/comparison'
import { DigestKeeper } from '../digest/digest-keeper'
import { detailOf } from '../detail/detail'
import { parseValues } from '../detail/pasted-values'
import { Exporter } from '../export/exporter'
import { clearDebris } from '../keep/debris'
import { removeEmpty, removeUnused, serviceFolder } from '../keep/service-folder'
import { Keeper } from '../keep/keeper'
import { AddressNotes } from '../keep/address-notes'
import type { Progress } from '../keep/progress-file'
import { Loaded } from '../store/loaded'
import { CoreReport } from './core-report'
import type { AddOutcome, CorePorts, CoreState, ExportWanted, FilterDraft } from './core-types'

/** The addresses of one connection. Inputs and outputs can be cloned. */
export class AddressCore {
  #loaded: Loaded
  #digest: DigestKeeper
  #phase: CoreState['phase'] = 'opening'
  #sentence = addressText.store.opening
  readonly #keeper: Keeper
  readonly #notes: AddressNotes
  readonly #report: CoreReport
  readonly #exporter = new Exporter(() => this.#changed())

  constructor(private readonly ports: CorePorts) {
    this.#report = new CoreReport(ports.clock, () => ports.report(this.#state()))
    this.#keeper = new Keeper(serviceFolder(ports.folder, ports.service), ports.clock)
    this.#notes = new AddressNotes(ports)
    this.#loaded = new Loaded(this.#notes.labels)
    this.#digest = this.#newDigest()
  }

  async open(_: null): Promise<CoreState> {
    const { folder, service } = this.ports
    await clearDebris(folder)
    await clearDebris(serviceFolder(folder, service))
    const keepOnDisk = await this.#notes.open()
    if (keepOnDisk) await this.#readKept()
    this.#phase = 'ready'
    this.#sentence = addressText.store.ready
    return this.#changed()
  }

  async state(_: null): Promise<CoreState> {
    return this.#state()
  }

  /** Resolves when saved, if saving is enabled. */
  async add({ records }: { readonly records: readonly DepositAddress[] }): Promise<AddOutcome> {
    const loaded = this.#loaded
    loaded.assertRoom()
    const now = this.ports.clock.wall()
    const counted = { added: 0, changed: 0, replaced: 0 }
    const fresh = records.filter((record) => {
      const { kind, was } = loaded.add(record, now)
      if (was) {
        counted.replaced += 1
        this.#notes.previous.add(record.id, { address: was.address, network: was.network, at: now })
      }
      if (kind === 'new') counted.added += 1
      if (kind === 'changed') counted.changed += 1
      return kind !== 'known'
    })
    await this.#digest.added(records)
    if (fresh.length === 0) return counted
    loaded.index.grow()
    this.#report.revision += 1
    this.#changed()
    if (counted.replaced > 0) await this.#saved()
    await this.#keeper.append(fresh, () => this.#digest.all())
    if (this.#keeper.keep) this.#changed()
    return counted
  }

  async ask(asked: {
    readonly view: string
    readonly sequence: number
    readonly question: AddressQuestion
  }): Promise<AddressAnswer> {
    return this.#loaded.views.ask(asked.view, asked.sequence, asked.question, this.#report.revision)
  }

  async slice({ view, from, count }: { view: string; from: number; count: number }): Promise<AddressSlice> {
    return this.#notes.previous.mark(this.#loaded.views.slice(view, from, count))
  }

  async position({ view, id }: { readonly view: string; readonly id: string }): Promise<AddressPosition> {
    return this.#loaded.views.position(view, id)
  }

  async closeViews({ prefix }: { readonly prefix: string }): Promise<null> {
    this.#loaded.views.close(prefix)
    return null
  }

  async detail({ id }: { readonly id: string }): Promise<AddressDetail> {
    const row = this.#loaded.rows.rowOf(id)
    if (row < 0) throw fail('addresses.gone', addressText.store.gone)
    const receivedAt = this.#loaded.receivedAt(row)
    return {
      ...detailOf(this.#loaded.rows.record(row), this.#notes.labels.get(id)),
      receivedAt,
      keptAt: receivedAt === null ? this.#keeper.writtenAt : null,
      isUnlisted: this.#digest.isUnlisted(id),
      previous: this.#notes.previous.get(id)
    }
  }

  /** The user acknowledged the change. */
  async seen({ id }: { readonly id: string }): Promise<CoreState> {
    if (!this.#notes.previous.acknowledge(id)) return this.#state()
    this.#report.revision += 1
    return this.#saved()
  }

  async visit(_: null): Promise<CoreState> {
    await this.#digest.visit()
    return this.#changed()
  }

  async markSeen({ revision }: { readonly revision: number }): Promise<CoreState> {
    if (revision !== this.#report.revision) throw fail('addresses.moved', addressText.compare.moved)
    await this.#digest.markSeen()
    return this.#changed()
  }

  async digest(question: DigestQuestion): Promise<DigestPage> {
    return this.#digest.page(question)
  }

  /** The service has no such IDs. */
  async unlist({ ids }: { readonly ids: readonly string[] }): Promise<CoreState> {
    await this.#digest.unlist(ids)
    return this.#moved()
  }

  /** The next IDs to ask for, none at the end. Null begins a comparison. */
  async compare({ checked }: { readonly checked: Checked | null }): Promise<readonly string[]> {
    const ids = await this.#digest.compare(checked)
    this.#moved()
    return ids
  }

  async parse({ filter, text }: { filter: AddressFilterName; text: string }): Promise<PastedValues> {
    return parseValues(filter, text, [...this.#loaded.networks])
  }

  async setProgress({ progress }: { readonly progress: Progress }): Promise<null> {
    const written = this.#keeper.setProgress(progress)
    this.#changed()
    await written
    return null
  }

  async label({ id, label }: { readonly id: string; readonly label: string }): Promise<CoreState> {
    this.#notes.label(id, label)
    this.#report.revision += 1
    return this.#saved()
  }

  async saveFilter(draft: FilterDraft): Promise<CoreState> {
    this.#notes.saveFilter(draft)
    return this.#saved()
  }

  async savedFilter({ id }: { readonly id: string }): Promise<SavedAddressFilter> {
    return this.#notes.savedFilter(id)
  }

  async removeFilter({ id }: { readonly id: string }): Promise<CoreState> {
    this.#notes.removeFilter(id)
    return this.#saved()
  }

  async keepOnDisk({ keep }: { readonly keep: boolean }): Promise<CoreState> {
    if (keep === this.#keeper.keep) return this.#state()
    // The setting is saved before rows are written, and cleared before they are removed.
    const kept = keep ? this.#keeper.begin(() => this.#digest.all()) : this.#keeper.end()
    await this.#saved()
    await kept
    if (!keep) await removeUnused(this.ports.folder, this.ports.service)
    return this.#changed()
  }

  async clear(_: null): Promise<CoreState> {
    this.#loaded = new Loaded(this.#notes.labels)
    this.#digest = this.#newDigest()
    await this.#keeper.clear()
    await removeEmpty(this.ports.folder, this.ports.service)
    return this.#moved()
  }

  async export(wanted: ExportWanted): Promise<CoreState> {
    if (this.#exporter.busy) throw fail('addresses.export-busy', addressText.export.busy)
    const { rows, views } = this.#loaded
    this.#exporter.start({
      file: wanted.file,
      format: wanted.format,
      partial: wanted.partial,
      rows: views.rows(wanted.view).slice(),
      record: (row) => rows.record(row),
      label: (id) => this.#notes.labels.get(id)
    })
    return this.#state()
  }

  async cancelExport(_: null): Promise<CoreState> {
    this.#exporter.cancel()
    await this.#exporter.idle()
    return this.#state()
  }

  /** Completes or rolls back pending work. */
  async close(_: null): Promise<null> {
    this.#report.dispose()
    this.#exporter.cancel()
    await this.#exporter.idle()
    await this.#keeper.dispose()
    await this.#notes.dispose()
    return null
  }

  async bytes(_: null): Promise<{ readonly rows: number; readonly index: number }> {
    return { rows: this.#loaded.rows.bytes, index: this.#loaded.index.bytes }
  }

  async #readKept(): Promise<void> {
    await this.#keeper.open({
      line: (source, line) => this.#loaded.addLine(source, line),
      record: (record) => void this.#loaded.add(record),
      seen: () => this.#digest.readSeen(),
      between: async (bytes, of) => {
        this.#loaded.index.growWhole()
        this.#report.revision += 1
        this.#sentence = addressText.store.reading(Math.floor((100 * bytes) / of))
        this.#changed()
        await turn()
      },
      all: () => this.#digest.all()
    })
    this.#digest.readAll()
    this.#loaded.index.grow()
    this.#report.revision += 1
  }

  #newDigest(): DigestKeeper {
    return new DigestKeeper({ rows: this.#loaded.rows, keeper: this.#keeper, clock: this.ports.clock })
  }

  #moved(): CoreState {
    this.#report.revision += 1
    return this.#changed()
  }

  async #saved(): Promise<CoreState> {
    await this.#notes.save(this.#keeper.keep)
    return this.#changed()
  }

  #changed(): CoreState {
    this.#report.soon()
    return this.#state()
  }

  #state(): CoreState {
    return {
      phase: this.#phase,
      sentence: this.#sentence,
      revision: this.#report.revision,
      rows: this.#loaded.rows.count,
      networks: [...this.#loaded.networks].sort(),
      keepOnDisk: this.#keeper.keep,
      bytesOnDisk: this.#keeper.bytes,
      notSaved: this.#keeper.notSaved ?? this.#notes.notice,
      progress: this.#keeper.progress,
      digest: this.#digest.state,
      ...this.#notes.state,
      export: this.#exporter.state
    }
  }
}
