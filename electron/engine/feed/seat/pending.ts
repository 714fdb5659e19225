import type { Batch } from '../wire/messages'

const maxBytes = 32 * 1024 * 1024

/** Batches that arrived before what precedes them. */
export class PendingBatches {
  readonly #batches = new Map<number, Batch>()
  #bytes = 0

  add(batch: Batch): void {
    const known = this.#batches.get(batch.first)
    if (known && known.items.length >= batch.items.length) return
    if (known) this.#remove(known)
    this.#batches.set(batch.first, batch)
    this.#bytes += sizeOf(batch)
    while (this.#bytes > maxBytes) this.#remove(this.#first()!)
  }

  /** The one that continues at this item; those before it are dropped. */
  take(position: number): Batch | null {
    for (let batch = this.#first(); batch && batch.first <= position; batch = this.#first()) {
      this.#remove(batch)
      if (batch.first + batch.items.length > position) return batch
    }
    return null
  }

  clear(): void {
    this.#batches.clear()
    this.#bytes = 0
  }

  #first(): Batch | null {
    let first: Batch | null = null
    for (const batch of this.#batches.values()) if (!first || batch.first < first.first) first = batch
    return first
  }

  #remove(batch: Batch): void {
    this.#batches.delete(batch.first)
    this.#bytes -= sizeOf(batch)
  }
}

/** An item without content takes memory too. */
const sizeOf = ({ items }: Batch): number => items.reduce((sum, { content }) => sum + content.length + 100, 0)
