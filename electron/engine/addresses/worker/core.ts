import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import {
  longestLabel,
  mostFilterValues,
  mostLabels,
  mostSavedFilters,
  type AddressAnswer,
  type AddressDetail,
  type AddressFilterName,
  type AddressQuestion,
  type AddressSlice,
  type PastedValues,
  type SavedAddressFilter
} from '../../../shared/contract/addresses'
import { fail } from '../../../shared/domain/problem'
import type { DepositAddress } from '../../../shared/wire/address-decoder'
import { detailOf } from '../detail/detail'
import { parseValues } from '../detail/pasted-values'
import { Exporter, type ExportFormat } from '../export/exporter'
import { clearDebris } from '../keep/debris'
import { openBook, type OpenBook } from '../keep/book-file'
import { Keeper } from '../keep/keeper'
import type { Progress } from '../keep/progress-file'
import { Labels } from '../search/labels'
import { Loaded } from '../store/loaded'
import type { AddOutcome, CorePorts, CoreState, FilterDraft } from './core-types'

const toldWithin = 60

/** The addresses of one connection. Every method takes one thing that can be sent, and gives one back. */
export class AddressCore {
  #labels = new Labels()
  #loaded = new Loaded(this.#labels)
  #filters: readonly SavedAddressFilter[] = []
  #bookFile: OpenBook | null = null
  #bookNotice: string | null = null
  #phase: CoreState['phase'] = 'opening'
  #sentence = 'Opening.'
  #revision = 0
  #forgetTelling: (() => void) | null = null
  readonly #keeper: Keeper
  readonly #exporter = new Exporter(() => this.#changed())

  constructor(private readonly ports: CorePorts) {
    this.#keeper = new Keeper(ports.folder, ports.clock)
  }

  async open(_: null): Promise<CoreState> {
    await clearDebris(this.ports.folder)
    this.#bookFile = await openBook(path.join(this.ports.folder, 'book.json'))
    const { book, notice } = this.#bookFile
    this.#bookNotice = notice
    for (const [id, text] of book.labels) this.#labels.set(id, text)
    this.#filters = book.filters
    if (book.keepOnDisk) await this.#readKept()
    this.#phase = 'ready'
    this.#sentence = 'Ready.'
    return this.#changed()
  }

  async state(_: null): Promise<CoreState> {
    return this.#state()
  }

  /** Resolves when they are on the disk as well, where they are kept. */
  async add({ records }: { readonly records: readonly DepositAddress[] }): Promise<AddOutcome> {
    const loaded = this.#loaded
    loaded.assertRoom()
    const counted = { added: 0, changed: 0 }
    const fresh = records.filter((record) => loaded.add(record, counted))
    if (fresh.length === 0) return counted
    loaded.index.grow()
    this.#revision += 1
    this.#changed()
    await this.#keeper.append(fresh, () => this.#all())
    if (this.#keeper.keep) this.#changed()
    return counted
  }

  async ask(asked: {
    readonly view: string
    readonly sequence: number
    readonly question: AddressQuestion
  }): Promise<AddressAnswer> {
    return this.#loaded.views.ask(asked.view, asked.sequence, asked.question, this.#revision)
  }

  async slice({ view, from, count }: { view: string; from: number; count: number }): Promise<AddressSlice> {
    return this.#loaded.views.slice(view, from, count)
  }

  async closeViews({ prefix }: { readonly prefix: string }): Promise<null> {
    this.#loaded.views.close(prefix)
    return null
  }

  async detail({ id }: { readonly id: string }): Promise<AddressDetail> {
    const row = this.#loaded.rows.rowOf(id)
    if (row < 0) throw fail('addresses.gone', 'This address is not among the loaded ones any more.')
    return detailOf(this.#loaded.rows.record(row), this.#labels.get(id))
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
    const text = label.trim()
    if (text.length > longestLabel) {
      throw fail('addresses.label', `A label has ${longestLabel} characters at most.`)
    }
    if (text !== '' && this.#labels.size >= mostLabels && this.#labels.get(id) === null) {
      throw fail('addresses.label', `There are ${mostLabels} labels at most for a connection.`)
    }
    this.#labels.set(id, text)
    this.#revision += 1
    return this.#written()
  }

  async saveFilter({ name, filters, order }: FilterDraft): Promise<CoreState> {
    const lists = Object.values(filters).filter((list) => Array.isArray(list))
    if (lists.reduce((sum, list) => sum + list.length, 0) > mostFilterValues) {
      throw fail('addresses.filters', `A saved filter has ${mostFilterValues} values at most.`)
    }
    const same = ({ name: other }: SavedAddressFilter) => other.toLowerCase() === name.toLowerCase()
    const before = this.#filters.find(same)
    if (!before && this.#filters.length >= mostSavedFilters) {
      throw fail('addresses.filters', `There are ${mostSavedFilters} saved filters at most for a connection.`)
    }
    const saved = { id: before?.id ?? this.ports.newId(), name, filters, order }
    const others = this.#filters.filter((filter) => filter !== before)
    this.#filters = [...others, saved].sort((one, other) => one.name.localeCompare(other.name))
    return this.#written()
  }

  async savedFilter({ id }: { readonly id: string }): Promise<SavedAddressFilter> {
    const found = this.#filters.find((filter) => filter.id === id)
    if (!found) throw fail('addresses.filter-gone', 'This saved filter does not exist any more.')
    return found
  }

  async removeFilter({ id }: { readonly id: string }): Promise<CoreState> {
    this.#filters = this.#filters.filter((filter) => filter.id !== id)
    return this.#written()
  }

  async keepOnDisk({ keep }: { readonly keep: boolean }): Promise<CoreState> {
    if (keep === this.#keeper.keep) return this.#state()
    // Switched on, the wish is written before the rows, and switched off, it is withdrawn first.
    const kept = keep ? this.#keeper.begin(() => this.#all()) : this.#keeper.end()
    await this.#written()
    await kept
    return this.#changed()
  }

  async forget(_: null): Promise<CoreState> {
    this.#loaded = new Loaded(this.#labels)
    this.#revision += 1
    await this.#keeper.forget()
    return this.#changed()
  }

  async export(wanted: { view: string; file: string; format: ExportFormat }): Promise<CoreState> {
    if (this.#exporter.busy) {
      throw fail('addresses.export-busy', 'An export is under way. Wait for its end, or cancel it.')
    }
    const { rows, views } = this.#loaded
    this.#exporter.start({
      file: wanted.file,
      format: wanted.format,
      rows: views.rows(wanted.view).slice(),
      record: (row) => rows.record(row),
      label: (id) => this.#labels.get(id)
    })
    return this.#state()
  }

  async cancelExport(_: null): Promise<CoreState> {
    this.#exporter.cancel()
    await this.#exporter.idle()
    return this.#state()
  }

  /** What is under way is finished or taken back. */
  async close(_: null): Promise<null> {
    this.#forgetTelling?.()
    this.#exporter.cancel()
    await this.#exporter.idle()
    await this.#keeper.idle()
    return null
  }

  async bytes(_: null): Promise<{ readonly rows: number; readonly index: number }> {
    return { rows: this.#loaded.rows.bytes, index: this.#loaded.index.bytes }
  }

  async #readKept(): Promise<void> {
    await this.#keeper.open({
      record: (record) => void this.#loaded.add(record),
      between: async (bytes, of) => {
        this.#loaded.index.grow()
        this.#revision += 1
        this.#sentence = `Reading the kept addresses: ${Math.floor((100 * bytes) / of)} %.`
        this.#changed()
        await turn()
      },
      all: () => this.#all()
    })
    this.#revision += 1
  }

  *#all(): Generator<DepositAddress> {
    const { rows } = this.#loaded
    for (const row of rows.order.rows()) if (!rows.isGone(row)) yield rows.record(row)
  }

  async #written(): Promise<CoreState> {
    await mkdir(this.ports.folder, { recursive: true }).catch(() => undefined)
    const keepOnDisk = this.#keeper.keep
    const book = { keepOnDisk, labels: this.#labels.entries(), filters: this.#filters }
    if (this.#bookFile) this.#bookNotice = await this.#bookFile.write(book)
    return this.#changed()
  }

  #changed(): CoreState {
    this.#forgetTelling ??= this.ports.clock.later(toldWithin, () => {
      this.#forgetTelling = null
      this.ports.tell(this.#state())
    })
    return this.#state()
  }

  #state(): CoreState {
    return {
      phase: this.#phase,
      sentence: this.#sentence,
      revision: this.#revision,
      rows: this.#loaded.rows.count,
      networks: [...this.#loaded.networks].sort(),
      keepOnDisk: this.#keeper.keep,
      bytesOnDisk: this.#keeper.bytes,
      notKept: this.#keeper.notKept ?? this.#bookNotice,
      progress: this.#keeper.progress,
      savedFilters: this.#filters.map(({ id, name }) => ({ id, name })),
      labels: this.#labels.size,
      export: this.#exporter.state
    }
  }
}
