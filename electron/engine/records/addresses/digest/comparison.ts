import type { AddressRows } from '../store/address-rows'
import { cells } from '../store/row-record'
import type { Digest } from './digest'

/** The answers for a batch of IDs. */
export interface Checked {
  /** As asked; the service may write an ID in another case. */
  readonly found: readonly string[]
  /** The service has no such ID. */
  readonly missing: readonly string[]
  /** Not known, since an answer could not be read. */
  readonly unclear: readonly string[]
}

const idsAtOnce = 100

/** Finds out which known addresses a complete pass over the service's list did not include. */
export class Comparison {
  readonly #listed = new Set<number>()
  readonly #end: number
  /** Where the last batch began: what was not answered is asked for again. */
  #row = 0
  #unclear = 0

  constructor(
    private readonly rows: AddressRows,
    private readonly digest: Digest,
    /** When it began, in milliseconds since the epoch. */
    readonly at: number
  ) {
    this.#end = rows.end
  }

  get unclear(): number {
    return this.#unclear
  }

  listed(id: string): void {
    this.#listed.add(this.rows.texts.find(id))
  }

  /** The next IDs to ask for, none at the end. */
  next({ found, missing, unclear }: Checked): string[] {
    for (const id of missing) if (!this.digest.unlist(id)) this.#unclear += 1
    this.#unclear += unclear.length
    for (const id of [...found, ...missing, ...unclear]) this.listed(id)
    const ids: string[] = []
    for (let row = this.#row; row < this.#end && ids.length < idsAtOnce; row += 1) {
      const code = this.rows.cell(row, cells.id)
      const isOld = this.rows.before(row) >= 0
      if (isOld || this.#listed.has(code)) continue
      const id = this.rows.texts.text(code)
      if (this.digest.isUnlisted(id)) continue
      if (ids.length === 0) this.#row = row
      ids.push(id)
    }
    return ids
  }
}
