/** The newest of what was added, and no more than so many. */
export class Ring<Item> {
  readonly #items: Item[] = []
  #next = 0

  constructor(private readonly most: number) {}

  add(item: Item): void {
    this.#items[this.#next] = item
    this.#next = (this.#next + 1) % this.most
  }

  /** The oldest first. */
  all(): Item[] {
    if (this.#items.length < this.most) return [...this.#items]
    return [...this.#items.slice(this.#next), ...this.#items.slice(0, this.#next)]
  }
}
