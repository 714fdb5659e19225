import { addressText } from '#shared/messages/addresses'
import type { AddressDigest, DigestPage, DigestQuestion } from '#shared/contract/records/addresses/index'
import { fail } from '#shared/domain/base/problem'
import type { DepositAddress } from '#shared/wire/address-decoder'
import type { Clock } from '#engine/base/clock'
import type { Keeper } from '../keep/keeper'
import type { AllRecords } from '../keep/kept-lines'
import type { AddressRows } from '../store/address-rows'
import { Comparison, type Checked } from './comparison'
import { Digest } from './digest'

interface DigestPorts {
  readonly rows: AddressRows
  readonly keeper: Keeper
  readonly clock: Clock
}

/** The digest of the loaded addresses and the comparison under way, kept with the rows. */
export class DigestKeeper {
  readonly #digest: Digest
  #comparison: Comparison | null = null
  #seenRow = 0

  constructor(private readonly ports: DigestPorts) {
    this.#digest = new Digest(ports.rows)
  }

  get state(): AddressDigest | null {
    return this.#digest.state
  }

  /** Reading from disk: the rows of the last look were read. */
  readSeen(): void {
    this.#seenRow = this.ports.rows.end
  }

  readAll(): void {
    const { digest } = this.ports.keeper
    if (digest) this.#digest.restore(digest, this.#seenRow)
  }

  async added(records: readonly DepositAddress[]): Promise<void> {
    this.#digest.advance()
    let isRelisted = false
    for (const { id } of records) {
      this.#comparison?.listed(id)
      if (this.#digest.listed(id)) isRelisted = true
    }
    if (isRelisted) await this.#save(false)
  }

  isUnlisted(id: string): boolean {
    return this.#digest.isUnlisted(id)
  }

  async visit(): Promise<void> {
    const { rows, keeper } = this.ports
    const isEmpty = rows.count === 0 && !keeper.progress.complete
    if (!isEmpty && !this.#digest.hasChanges) await this.markSeen()
  }

  async markSeen(): Promise<void> {
    const { clock, keeper } = this.ports
    this.#digest.look(clock.wall(), keeper.progress.complete)
    await this.#save(true)
  }

  async unlist(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#digest.unlist(id)
    await this.#save(false)
  }

  page(question: DigestQuestion): DigestPage {
    return this.#digest.page(question)
  }

  async compare(checked: Checked | null): Promise<readonly string[]> {
    if (checked === null) {
      this.#comparison = new Comparison(this.ports.rows, this.#digest, this.ports.clock.wall())
      return []
    }
    // The store ended meanwhile, and another one began.
    if (!this.#comparison) throw fail('addresses.store-ended', addressText.store.ended)
    const ids = this.#comparison.next(checked)
    if (ids.length > 0) return ids
    this.#digest.compared(this.#comparison.at, this.#comparison.unclear)
    this.#comparison = null
    await this.#save(false)
    return ids
  }

  /** Versions that were replaced after the last look are included, because the digest compares with them. */
  all(): AllRecords {
    return { seen: this.#seen(), later: this.#later() }
  }

  *#seen(): Generator<DepositAddress> {
    const { rows } = this.ports
    const end = this.#digest.row
    const replaced = new Uint8Array(end)
    for (let row = 0; row < end; row += 1) {
      const before = rows.before(row)
      if (before >= 0) replaced[before] = 1
    }
    for (let row = 0; row < end; row += 1) if (replaced[row] === 0) yield rows.record(row)
  }

  *#later(): Generator<DepositAddress> {
    const { rows } = this.ports
    for (let row = this.#digest.row; row < rows.end; row += 1) if (!rows.isGone(row)) yield rows.record(row)
  }

  #save(isLook: boolean): Promise<void> {
    return this.ports.keeper.setDigest(this.#digest.kept, isLook)
  }
}
