import type { Change } from './slots'

/** A series as far as feeding it is concerned. */
interface Fed<Point> {
  setData(points: Point[]): void
  update(point: Point, historical?: boolean): void
}

/** Above this number of changes, replacing all data is faster. */
const maxUpdates = 40

/** Updates a library series; the library can change only existing points, so added or removed ones need all data. */
export class Feeder<Point> {
  /** Whether there is a point at each place that was fed. */
  readonly #has: boolean[] = []

  constructor(
    private readonly series: Fed<Point>,
    private readonly pointAt: (index: number) => Point,
    private readonly isEmpty: (point: Point) => boolean
  ) {}

  feed(length: number, { fresh, from }: Change): void {
    const many = fresh || length < this.#has.length || length - from > maxUpdates
    if (many || !this.#update(length, from)) this.#feedAll(length)
  }

  #update(length: number, from: number): boolean {
    for (let index = Math.max(0, from); index < length; index += 1) {
      const point = this.pointAt(index)
      const has = !this.isEmpty(point)
      const back = index < this.#has.length - 1
      if (back && has !== this.#has[index]) return false
      if (!back || has) this.series.update(point, back)
      this.#has[index] = has
    }
    return true
  }

  #feedAll(length: number): void {
    const points = Array.from({ length }, (_, index) => this.pointAt(index))
    this.#has.length = 0
    for (const point of points) this.#has.push(!this.isEmpty(point))
    this.series.setData(points)
  }
}
