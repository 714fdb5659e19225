import { fail } from '../../../shared/domain/problem'
import type { DepositAddress } from '../../../shared/wire/address-decoder'
import type { Labels } from '../search/labels'
import { TextIndex } from '../search/text-index'
import { AddressViews } from '../search/views'
import { AddressRows } from './address-rows'

export const mostAddresses = 1_000_000
const mostBytes = 2 ** 30

/** The loaded addresses of one connection with all that is derived from them; to forget them is to take another. */
export class Loaded {
  readonly rows = new AddressRows()
  readonly index = new TextIndex(this.rows.texts)
  readonly networks = new Set<string>()
  readonly views: AddressViews

  constructor(labels: Labels) {
    this.views = new AddressViews({ rows: this.rows, index: this.index, labels })
  }

  get bytes(): number {
    return this.rows.bytes + this.index.bytes
  }

  /** False where the very same was there already. */
  add(record: DepositAddress, counted?: { added: number; changed: number }): boolean {
    const outcome = this.rows.add(record)
    if (outcome === 'known') return false
    this.networks.add(record.network)
    if (counted) counted[outcome === 'new' ? 'added' : 'changed'] += 1
    return true
  }

  assertRoom(): void {
    if (this.rows.end < mostAddresses && this.rows.bytes < mostBytes) return
    const count = this.rows.count.toLocaleString('en-GB')
    throw fail(
      'addresses.full',
      `Leadline holds ${count} addresses and takes no more. Filter for fewer, or forget those that are loaded.`
    )
  }
}
