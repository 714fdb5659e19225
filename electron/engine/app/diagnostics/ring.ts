export class Ring<Item> {
  readonly #items: Item[] = []
  #next = 0

  constructor(private readonly max: number) {}

  add(item: Item): void {
    this.#items[this.#next] = item
    this.#next = (this.#next + 1) % this.max
  }

  /** Oldest first. */
  all(): Item[] {
    if (this.#items.length < this.max) return [...this.#items]
    return [...this.#items.slice(this.#next), ...this.#items.slice(0, this.#next)]
  }
}
