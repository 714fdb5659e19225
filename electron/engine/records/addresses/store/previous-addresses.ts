import type { AddressSlice } from '#shared/contract/records/addresses/index'
import type { PreviousAddress } from '../keep/notes-file'

const maxPrevious = 5000

type Previous = Omit<PreviousAddress, 'service' | 'id'>

/** The address that an ID had before the service replaced it, until the user acknowledges it. */
export class PreviousAddresses {
  readonly #own = new Map<string, Previous>()
  #others: readonly PreviousAddress[] = []

  constructor(private readonly service: string) {}

  get ids(): readonly string[] {
    return [...this.#own.keys()]
  }

  get(id: string): Previous | null {
    return this.#own.get(id) ?? null
  }

  /** Marks the rows whose change the user has not acknowledged. */
  mark(slice: AddressSlice): AddressSlice {
    if (this.#own.size === 0) return slice
    return { ...slice, rows: slice.rows.map((row) => ({ ...row, replaced: this.#own.has(row.id) })) }
  }

  /** @param all includes every service */
  restore(all: readonly PreviousAddress[]): void {
    this.#others = all.filter(({ service }) => service !== this.service)
    for (const { service, id, ...previous } of all) if (service === this.service) this.#own.set(id, previous)
  }

  /** The first replacement counts, because the user knew that address. */
  add(id: string, previous: Previous): void {
    if (!this.#own.has(id) && this.#own.size < maxPrevious) this.#own.set(id, previous)
  }

  acknowledge(id: string): boolean {
    return this.#own.delete(id)
  }

  entries(): PreviousAddress[] {
    return [
      ...this.#others,
      ...[...this.#own].map(([id, previous]) => ({ service: this.service, id, ...previous }))
    ]
  }
}
