import type { Change } from './slots'

/** The methods used for feeding a series. */
interface Fed<Point> {
  setData(points: Point[]): void
  update(point: Point, historical?: boolean): void
}

/** Above this, replacing all data is faster. */
const maxUpdates = 40

/**
 * Updates a library series. Only existing points can be changed; added or removed points need all data. Each update
 * measures the whole pane again, so a point that did not change is not given again.
 */
export class Feeder<Point extends object> {
  /** Whether each slot has a point. */
  readonly #has: boolean[] = []
  /** The newest slot that the series was given. */
  #newest = -1
  /** What it was given of the last slots. */
  readonly #given = new Map<number, Point>()

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
      const given = this.#given.get(index)
      if (given && isSame(given, point)) continue
      const back = index < this.#newest
      if (back && has !== this.#has[index]) return false
      // An empty point is withheld, so that it can be added later: a slot may get its value after the next one began.
      if (has || (!back && (this.makesSlots || this.#has[index]))) {
        this.#give(index, point)
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
    this.#given.clear()
    for (const [at, point] of points.slice(-maxUpdates).entries())
      this.#give(Math.max(0, length - maxUpdates) + at, point)
    for (const point of points) this.#has.push(!this.isEmpty(point))
    this.#newest = length - 1
    this.series.setData(points)
  }

  /** A copy: the library adds to what it is given. */
  #give(index: number, point: Point): void {
    this.#given.set(index, { ...point })
    this.#given.delete(index - maxUpdates)
  }
}

function isSame<Point extends object>(one: Point, other: Point): boolean {
  const names = Object.keys(other) as (keyof Point)[]
  return names.length === Object.keys(one).length && names.every((name) => isEqual(one[name], other[name]))
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((value, at) => value === other[at]))
