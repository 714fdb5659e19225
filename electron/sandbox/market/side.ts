/** One price of a side, with every order that rests there in the order of its arrival. */
export interface Level {
  readonly ticks: number
  /** The price as it is written on the wire; made once, since a level is published many times. */
  readonly price: string
  readonly orders: number[]
  total: number
}

export type SideName = 'bid' | 'ask'

/**
 * One side of a book. Levels are kept worst first, so that the best is at the end, where most things happen and
 * an insertion moves little.
 */
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

  /** The level that is `rank` places behind the best. */
  behind(rank: number): Level {
    return this.levels[this.levels.length - 1 - rank]!
  }

  find(ticks: number): Level | undefined {
    const level = this.levels[this.#place(ticks)]
    return level?.ticks === ticks ? level : undefined
  }

  /** How many levels rest at this price or at a better one. */
  reaching(ticks: number): number {
    return this.levels.length - this.#place(ticks)
  }

  add(ticks: number, lots: number): Level {
    const place = this.#place(ticks)
    const there = this.levels[place]
    if (there?.ticks === ticks) {
      there.orders.push(lots)
      there.total += lots
      return there
    }
    const level = { ticks, price: this.write(ticks), orders: [lots], total: lots }
    this.levels.splice(place, 0, level)
    return level
  }

  /** Takes back one resting order, the whole level with it when it was the last. */
  cancel(level: Level, index: number): void {
    level.total -= level.orders[index]!
    level.orders.splice(index, 1)
    if (level.orders.length === 0) this.#remove(level)
  }

  /** Fills the oldest resting order of the best level with up to `wanted` lots; returns what it gave. */
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
    this.levels.splice(this.#place(level.ticks), 1)
  }

  /** The first index whose level is at this price or at a better one. */
  #place(ticks: number): number {
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
