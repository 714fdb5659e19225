import {
  leastSearch,
  mostSlice,
  type AddressAnswer,
  type AddressQuestion,
  type AddressRow,
  type AddressSlice
} from '../../../shared/contract/addresses'
import { fail } from '../../../shared/domain/problem'
import { AddressSearch, keyed, type KeyedFilters, type Searched } from './address-search'
import { matchesOf } from './matches'

interface View {
  readonly sequence: number
  readonly filters: KeyedFilters
  readonly part: string
  readonly rows: Uint32Array
}

/** More tables than any desk has; the one that was not asked for the longest time goes first. */
const mostViews = 32

/** What each table of a window shows: the rows of its last question, until it asks another. */
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
      throw fail('addresses.view-gone', 'This table is not known any more. Show it anew.', {
        retryable: true
      })
    }
    const found = this.#search.find(filters, search, order)
    const part = search.trim()
    this.#views.delete(name)
    const shown = [...part].length < leastSearch ? '' : part
    this.#views.set(name, { sequence, filters, part: shown, rows: found.rows })
    for (const eldest of [...this.#views.keys()].slice(0, -mostViews)) this.#views.delete(eldest)
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
    const wanted = view.rows.subarray(from, from + Math.min(count, mostSlice))
    return { from, sequence: view.sequence, rows: [...wanted].map((row) => this.#row(row, view.part)) }
  }

  /** The rows that a table shows, for taking them away. */
  rows(name: string): Uint32Array {
    return this.#views.get(name)?.rows ?? new Uint32Array(0)
  }

  close(prefix: string): void {
    for (const name of [...this.#views.keys()]) if (name.startsWith(prefix)) this.#views.delete(name)
  }

  #row(row: number, part: string): AddressRow {
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
      matches: part === '' ? [] : matchesOf(record, label, part)
    }
  }
}
