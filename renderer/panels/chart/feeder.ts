import type { Change } from './slots'

/** The methods used for feeding a series. */
interface Fed<Point> {
  setData(points: Point[]): void
  update(point: Point, historical?: boolean): void
}

/** Above this, replacing all data is faster. */
const maxUpdates = 40

/** Updates a library series. Only existing points can be changed; added or removed points need all data. */
export class Feeder<Point> {
  /** Whether each slot has a point. */
  readonly #has: boolean[] = []
  /** The newest slot that the series was given. */
  #newest = -1

  /** @param makesSlots whether the time axis needs empty points too */
  constructor(
    private readonly series: Fed<Point>,
    private readonly pointAt: (index: number) => Point,
    private readonly isEmpty: (point: Point) => boolean,
    private readonly makesSlots = false
  ) {}

  feed(length: number, { fresh, from }: Change): void {
    const many = fresh || length < this.#has.length || length - from > maxUpdates
    if (many || !this.#update(length, from)) this.#feedAll(length)
  }

  #update(length: number, from: number): boolean {
    for (let index = Math.max(0, from); index < length; index += 1) {
      const point = this.pointAt(index)
      const has = !this.isEmpty(point)
      const back = index < this.#newest
      if (back && has !== this.#has[index]) return false
      // An empty point is withheld, so that it can be added later: a slot may get its value after the next one began.
      if (has || (!back && (this.makesSlots || this.#has[index]))) {
        this.series.update(point, back)
        if (!back) this.#newest = index
      }
      this.#has[index] = has
    }
    return true
  }

  #feedAll(length: number): void {
    const points = Array.from({ length }, (_, index) => this.pointAt(index))
    this.#has.length = 0
    for (const point of points) this.#has.push(!this.isEmpty(point))
    this.#newest = length - 1
    this.series.setData(points)
  }
}
