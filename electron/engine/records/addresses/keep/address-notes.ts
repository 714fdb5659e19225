import { addressText } from '#shared/messages/addresses'
import {
  maxLabelLength,
  maxFilterValues,
  maxLabels,
  maxReplacedReported,
  maxSavedFilters,
  type SavedAddressFilter
} from '#shared/contract/records/addresses/index'
import { fail } from '#shared/domain/base/problem'
import { Labels } from '../search/labels'
import { PreviousAddresses } from '../store/previous-addresses'
import type { CoreState, FilterDraft } from '../worker/core-types'
import { openNotesFile, type NotesFile } from './notes-file'

const { notes: text } = addressText

interface AddressNotesPorts {
  /** Of one connection. */
  readonly folder: string
  readonly service: string
  readonly newId: () => string
}

/** Labels, saved filters and unacknowledged replacements of one connection; always kept on disk. */
export class AddressNotes {
  readonly labels = new Labels()
  readonly previous: PreviousAddresses
  #filters: readonly SavedAddressFilter[] = []
  #file: NotesFile | null = null

  constructor(private readonly ports: AddressNotesPorts) {
    this.previous = new PreviousAddresses(ports.service)
  }

  get state(): Pick<CoreState, 'savedFilters' | 'labels' | 'replaced'> {
    const { ids } = this.previous
    return {
      savedFilters: this.#filters.map(({ id, name }) => ({ id, name })),
      labels: this.labels.size,
      replaced: { count: ids.length, ids: ids.slice(0, maxReplacedReported) }
    }
  }

  get notice(): string | null {
    return this.#file && (this.#file.notSaved ?? this.#file.notice)
  }

  /** Resolves with whether addresses are saved too. */
  async open(): Promise<boolean> {
    this.#file = await openNotesFile(this.ports.folder)
    const { keepOnDisk, labels, filters, former } = this.#file.value
    for (const [id, label] of Object.entries(labels)) this.labels.set(id, label)
    this.#filters = filters
    this.previous.restore(former)
    return keepOnDisk
  }

  async save(keepOnDisk: boolean): Promise<void> {
    await this.#file?.update({
      keepOnDisk,
      labels: Object.fromEntries(this.labels.entries()),
      filters: [...this.#filters],
      former: this.previous.entries()
    })
  }

  async dispose(): Promise<void> {
    await this.#file?.dispose()
  }

  label(id: string, label: string): void {
    const trimmed = label.trim()
    if (trimmed.length > maxLabelLength) {
      throw fail('addresses.label', text.longLabel(maxLabelLength))
    }
    if (trimmed !== '' && this.labels.size >= maxLabels && this.labels.get(id) === null) {
      throw fail('addresses.label', text.manyLabels(maxLabels))
    }
    this.labels.set(id, trimmed)
  }

  saveFilter({ name, filters, order }: FilterDraft): void {
    const lists = Object.values(filters).filter((list) => Array.isArray(list))
    if (lists.reduce((sum, list) => sum + list.length, 0) > maxFilterValues) {
      throw fail('addresses.filters', text.manyValues(maxFilterValues))
    }
    const same = ({ name: other }: SavedAddressFilter) => other.toLowerCase() === name.toLowerCase()
    const before = this.#filters.find(same)
    if (!before && this.#filters.length >= maxSavedFilters) {
      throw fail('addresses.filters', text.manyFilters(maxSavedFilters))
    }
    const saved = { id: before?.id ?? this.ports.newId(), name, filters, order }
    const others = this.#filters.filter((filter) => filter !== before)
    this.#filters = [...others, saved].sort((one, other) => one.name.localeCompare(other.name))
  }

  savedFilter(id: string): SavedAddressFilter {
    const found = this.#filters.find((filter) => filter.id === id)
    if (!found) throw fail('addresses.filter-gone', text.filterGone)
    return found
  }

  removeFilter(id: string): void {
    this.#filters = this.#filters.filter((filter) => filter.id !== id)
  }
}
