import { addressText } from '#shared/messages/addresses'
import {
  maxSlice,
  type AddressAnswer,
  type AddressPosition,
  type AddressQuestion,
  type AddressRow,
  type AddressSlice
} from '#shared/contract/records/addresses/index'
import { fail } from '#shared/domain/base/problem'
import { AddressSearch, keyed, type KeyedFilters, type Searched } from './address-search'
import { matchesOf } from './matches'
import type { Needle } from './needle'

interface View {
  readonly sequence: number
  readonly filters: KeyedFilters
  readonly needle: Needle | null
  readonly rows: Uint32Array
}

/** Drops the least recently used. */
const maxViews = 32

/** The result rows of each table's last query. */
export class AddressViews {
  readonly #views = new Map<string, View>()
  readonly #search: AddressSearch

  constructor(private readonly parts: Searched) {
    this.#search = new AddressSearch(parts)
  }

  ask(name: string, sequence: number, question: AddressQuestion, revision: number): AddressAnswer {
    const begun = performance.now()
    const { search, order } = question
    const filters = question.filters ? keyed(question.filters) : this.#views.get(name)?.filters
    if (!filters) {
      throw fail('addresses.view-gone', addressText.store.expired, {
        retryable: true
      })
    }
    const found = this.#search.find(filters, search, order)
    this.#views.delete(name)
    this.#views.set(name, { sequence, filters, needle: found.needle, rows: found.rows })
    for (const eldest of [...this.#views.keys()].slice(0, -maxViews)) this.#views.delete(eldest)
    return {
      sequence,
      overtaken: false,
      count: found.rows.length,
      total: this.parts.rows.count,
      revision,
      milliseconds: performance.now() - begun,
      note: found.note
    }
  }

  slice(name: string, from: number, count: number): AddressSlice {
    const view = this.#views.get(name)
    if (!view) return { from, sequence: -1, rows: [] }
    const wanted = view.rows.subarray(from, from + Math.min(count, maxSlice))
    return { from, sequence: view.sequence, rows: [...wanted].map((row) => this.#row(row, view.needle)) }
  }

  position(name: string, id: string): AddressPosition {
    const view = this.#views.get(name)
    const row = this.parts.rows.rowOf(id)
    const index = view && row >= 0 ? view.rows.indexOf(row) : -1
    return { sequence: view?.sequence ?? -1, index: index < 0 ? null : index }
  }

  /** For exports. */
  rows(name: string): Uint32Array {
    return this.#views.get(name)?.rows ?? new Uint32Array(0)
  }

  close(prefix: string): void {
    for (const name of [...this.#views.keys()]) if (name.startsWith(prefix)) this.#views.delete(name)
  }

  #row(row: number, needle: Needle | null): AddressRow {
    const record = this.parts.rows.record(row)
    const label = this.parts.labels.get(record.id)
    const { id, network, address, profileId, identityId, accountId, refId, conversionTarget } = record
    return {
      id,
      network,
      address,
      profileId,
      identityId,
      accountId,
      refId,
      conversionTarget,
      createdAt: record.createdAt.text,
      label,
      replaced: false,
      matches: needle === null ? [] : matchesOf(record, label, needle)
    }
  }
}
