import { addressText } from '#shared/messages/addresses'
import { minSearch, type AddressFilters, type AddressOrder } from '#shared/contract/records/addresses/index'
import type { AddressRows } from '../store/address-rows'
import { RowBits } from '../store/row-bits'
import { foldedText } from './fold'
import type { Labels } from './labels'
import { hasEnds, lengthOf, otherReadings, type Needle } from './needle'
import { rowFilter } from './row-filter'
import type { TextIndex } from './text-index'

export interface Searched {
  readonly rows: AddressRows
  readonly index: TextIndex
  readonly labels: Labels
}

interface Found {
  readonly rows: Uint32Array
  readonly note: string | null
  /** Null if it does not narrow. */
  readonly needle: Needle | null
}

/** With more than one in this many rows, scanning all is quicker than looking up the position of each. */
const manyRows = 4

const tooShort = addressText.search.tooShort(minSearch)

export interface KeyedFilters {
  readonly filters: AddressFilters
  /** The same for equal filters. */
  readonly key: string
}

export const keyed = (filters: AddressFilters): KeyedFilters => ({ filters, key: JSON.stringify(filters) })

interface Passing {
  readonly key: string
  /** Rows up to here were filtered. */
  readonly end: number
  readonly gone: number
  readonly rows: RowBits
}

/** Caches the rows that pass the filters. */
export class AddressSearch {
  #passing: Passing | null = null

  constructor(private readonly parts: Searched) {}

  /** The text as typed, or alternative readings if nothing matches. */
  find(filters: KeyedFilters, search: string, order: AddressOrder): Found {
    const part = search.trim()
    const passing = this.#filtered(filters)
    const give = (rising: Uint32Array, note: string | null, needle: Needle | null): Found => ({
      rows: order === 'ASC' ? rising : rising.reverse(),
      note,
      needle
    })
    if (lengthOf(part) < minSearch) {
      const rising = this.#sorted(passing, passing.keep(passing))
      return give(rising, part === '' ? null : tooShort, null)
    }
    const asIs: Needle = { kind: 'part', text: part }
    const rising = this.#left(passing, asIs)
    if (rising.length > 0) return give(rising, null, asIs)
    for (const { needle, note } of otherReadings(part)) {
      const other = this.#left(passing, needle)
      if (other.length > 0) return give(other, note, needle)
    }
    return give(rising, null, asIs)
  }

  #left(passing: RowBits, needle: Needle): Uint32Array {
    const found = this.#searched(needle)
    return this.#sorted(found, found.keep(passing))
  }

  #filtered({ filters, key }: KeyedFilters): RowBits {
    const { rows } = this.parts
    const { end, gone } = rows
    const known = this.#passing?.key === key && this.#passing.gone === gone ? this.#passing : null
    if (known?.end === end) return known.rows
    // Rows are immutable, so only new ones are filtered.
    const passing = known?.rows ?? new RowBits(end)
    const passes = rowFilter(rows, filters)
    for (let row = known?.end ?? 0; row < end; row += 1) {
      if (!rows.isGone(row) && passes(row)) passing.add(row)
    }
    this.#passing = { key, end, gone, rows: passing }
    return passing
  }

  #searched(needle: Needle): RowBits {
    const { rows, index, labels } = this.parts
    const found = new RowBits(rows.end)
    if (needle.kind === 'part') index.search(needle.text, (code) => rows.mark(code, found))
    else {
      const parts = needle.parts.map(foldedText)
      const longest = parts.reduce((one, other) => (other.length > one.length ? other : one))
      index.search(longest, (code) => {
        if (hasEnds(foldedText(rows.texts.text(code)), parts)) rows.mark(code, found)
      })
    }
    labels.search(needle, (id) => {
      const row = rows.rowOf(id)
      if (row >= 0) found.addKnown(row)
    })
    return found
  }

  #sorted(found: RowBits, count: number): Uint32Array {
    const { order } = this.parts.rows
    const sorted = order.rows()
    if (count === sorted.length) return sorted.slice()
    // One more, because every row is written and only found ones stay.
    const left = new Uint32Array(count + 1)
    let next = 0
    if (count * manyRows > sorted.length) {
      for (let position = 0; position < sorted.length; position += 1) {
        const row = sorted[position]!
        left[next] = row
        next += found.bit(row)
      }
    } else {
      const positionOf = order.indexes()
      const positions = new RowBits(sorted.length)
      found.forEach((row) => positions.addKnown(positionOf[row]!))
      positions.forEach((position) => (left[next++] = sorted[position]!))
    }
    return left.subarray(0, count)
  }
}
