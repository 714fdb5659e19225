/** A price level with its orders by arrival. */
export interface Level {
  readonly ticks: number
  /** The price text, cached because it is sent often. */
  readonly price: string
  readonly orders: number[]
  total: number
}

export type SideName = 'bid' | 'ask'

/** One side of a book, worst level first, because most changes happen at the best one. */
export class BookSide {
  readonly levels: Level[] = []
  readonly #direction: 1 | -1

  constructor(
    readonly name: SideName,
    private readonly write: (ticks: number) => string
  ) {
    this.#direction = name === 'bid' ? 1 : -1
  }

  get count(): number {
    return this.levels.length
  }

  get best(): Level {
    return this.levels[this.levels.length - 1]!
  }

  /** The level `rank` behind the best. */
  behind(rank: number): Level {
    return this.levels[this.levels.length - 1 - rank]!
  }

  find(ticks: number): Level | undefined {
    const level = this.levels[this.#positionOf(ticks)]
    return level?.ticks === ticks ? level : undefined
  }

  add(ticks: number, lots: number): Level {
    const position = this.#positionOf(ticks)
    const there = this.levels[position]
    if (there?.ticks === ticks) {
      there.orders.push(lots)
      there.total += lots
      return there
    }
    const level = { ticks, price: this.write(ticks), orders: [lots], total: lots }
    this.levels.splice(position, 0, level)
    return level
  }

  /** Cancels an order, and the level if it was the last. */
  cancel(level: Level, index: number): void {
    level.total -= level.orders[index]!
    level.orders.splice(index, 1)
    if (level.orders.length === 0) this.#remove(level)
  }

  /** Fills the oldest order of the best level with up to `wanted` lots; returns the filled size. */
  fill(wanted: number): number {
    const level = this.best
    const first = level.orders[0]!
    const filled = Math.min(first, wanted)
    level.total -= filled
    if (filled < first) level.orders[0] = first - filled
    else level.orders.shift()
    if (level.orders.length === 0) this.levels.pop()
    return filled
  }

  #remove(level: Level): void {
    this.levels.splice(this.#positionOf(level.ticks), 1)
  }

  /** The first index at this price or better. */
  #positionOf(ticks: number): number {
    const wanted = ticks * this.#direction
    let low = 0
    let high = this.levels.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.levels[middle]!.ticks * this.#direction < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
