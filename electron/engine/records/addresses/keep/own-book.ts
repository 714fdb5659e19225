import path from 'node:path'
import {
  maxLabelLength,
  maxFilterValues,
  maxLabels,
  maxSavedFilters,
  type SavedAddressFilter
} from '#shared/contract/records/addresses'
import { fail } from '#shared/domain/base/problem'
import { Labels } from '../search/labels'
import { Formers } from '../store/former'
import type { FilterDraft } from '../worker/core-types'
import { openBook, type OpenBook } from './book-file'

interface OwnBookPorts {
  /** Of one connection. */
  readonly folder: string
  readonly service: string
  readonly newId: () => string
}

/** What a person has made of the addresses of a connection, and what they have still to see. It is always kept. */
export class OwnBook {
  readonly labels = new Labels()
  readonly formers: Formers
  #filters: readonly SavedAddressFilter[] = []
  #file: OpenBook | null = null

  constructor(private readonly ports: OwnBookPorts) {
    this.formers = new Formers(ports.service)
  }

  get filters(): readonly SavedAddressFilter[] {
    return this.#filters
  }

  /** What a person should hear of how it was found, or why it is not written, or null. */
  get notice(): string | null {
    return this.#file?.notice() ?? null
  }

  /** Whether the rows are to be kept, too. */
  async open(): Promise<boolean> {
    this.#file = await openBook(path.join(this.ports.folder, 'book.json'))
    const { book } = this.#file
    for (const [id, text] of book.labels) this.labels.set(id, text)
    this.#filters = book.filters
    this.formers.take(book.former)
    return book.keepOnDisk
  }

  async write(keepOnDisk: boolean): Promise<void> {
    const book = {
      keepOnDisk,
      labels: this.labels.entries(),
      filters: this.#filters,
      former: this.formers.entries()
    }
    await this.#file?.write(book)
  }

  /** What could not be written is tried once more. */
  async dispose(): Promise<void> {
    await this.#file?.dispose()
  }

  label(id: string, label: string): void {
    const text = label.trim()
    if (text.length > maxLabelLength) {
      throw fail('addresses.label', `A label has ${maxLabelLength} characters at most.`)
    }
    if (text !== '' && this.labels.size >= maxLabels && this.labels.get(id) === null) {
      throw fail('addresses.label', `There are ${maxLabels} labels at most for a connection.`)
    }
    this.labels.set(id, text)
  }

  saveFilter({ name, filters, order }: FilterDraft): void {
    const lists = Object.values(filters).filter((list) => Array.isArray(list))
    if (lists.reduce((sum, list) => sum + list.length, 0) > maxFilterValues) {
      throw fail('addresses.filters', `A saved filter has ${maxFilterValues} values at most.`)
    }
    const same = ({ name: other }: SavedAddressFilter) => other.toLowerCase() === name.toLowerCase()
    const before = this.#filters.find(same)
    if (!before && this.#filters.length >= maxSavedFilters) {
      throw fail('addresses.filters', `There are ${maxSavedFilters} saved filters at most for a connection.`)
    }
    const saved = { id: before?.id ?? this.ports.newId(), name, filters, order }
    const others = this.#filters.filter((filter) => filter !== before)
    this.#filters = [...others, saved].sort((one, other) => one.name.localeCompare(other.name))
  }

  savedFilter(id: string): SavedAddressFilter {
    const found = this.#filters.find((filter) => filter.id === id)
    if (!found) throw fail('addresses.filter-gone', 'This saved filter does not exist any more.')
    return found
  }

  removeFilter(id: string): void {
    this.#filters = this.#filters.filter((filter) => filter.id !== id)
  }
}
