import { addressText } from '#shared/messages/addresses'
import { fail } from '#shared/domain/base/problem'
import type { DepositAddress } from '#shared/wire/address-decoder'
import type { Labels } from '../search/labels'
import { TextIndex } from '../search/text-index'
import { AddressViews } from '../search/views'
import { AddressRows, type Added } from './address-rows'
import { GrowingWords } from './growing'
import type { Line } from './line'
import { cells } from './row-record'
import type { TextSource } from './text-pool'

const maxAddresses = 1_000_000
const maxBytes = 2 ** 30

interface Outcome {
  readonly kind: Added
  /** The previous address, if different. */
  readonly was: DepositAddress | null
}

/** The loaded addresses of one connection and everything derived from them. */
export class Loaded {
  readonly rows = new AddressRows()
  readonly index = new TextIndex(this.rows.texts)
  readonly networks = new Set<string>()
  readonly #networkCodes = new Set<number>()
  readonly views: AddressViews
  /** Seconds since the epoch by row; 0 if loaded from disk. */
  readonly #received = new GrowingWords()

  constructor(labels: Labels) {
    this.views = new AddressViews({ rows: this.rows, index: this.index, labels })
  }

  get bytes(): number {
    return this.rows.bytes + this.index.bytes + this.#received.bytes
  }

  add(record: DepositAddress, receivedAt = 0): Outcome {
    const { rows } = this
    const before = rows.rowOf(record.id)
    const outcome = rows.add(record)
    const row = outcome === 'known' ? before : rows.end - 1
    if (receivedAt > 0 || outcome !== 'known') this.#received.set(row, Math.floor(receivedAt / 1000))
    if (outcome === 'known') return { kind: 'known', was: null }
    this.#addNetwork(row)
    const isReplaced =
      outcome === 'changed' &&
      [cells.address, cells.network].some((cell) => rows.cell(before, cell) !== rows.cell(row, cell))
    return { kind: outcome, was: isReplaced ? rows.record(before) : null }
  }

  /** From disk. */
  addLine(source: TextSource, line: Line): void {
    if (this.rows.addLine(source, line) === 'known') return
    const row = this.rows.end - 1
    this.#received.set(row, 0)
    this.#addNetwork(row)
  }

  /** Milliseconds since the epoch; null if not received in this session. */
  receivedAt(row: number): number | null {
    const seconds = row < this.#received.length ? this.#received.at(row) : 0
    return seconds === 0 ? null : seconds * 1000
  }

  #addNetwork(row: number): void {
    const code = this.rows.cell(row, cells.network)
    if (this.#networkCodes.has(code)) return
    this.#networkCodes.add(code)
    this.networks.add(this.rows.names.text(code))
  }

  assertRoom(): void {
    if (this.rows.end < maxAddresses && this.rows.bytes < maxBytes) return
    throw fail('addresses.full', addressText.store.full(maxAddresses))
  }
}
