/** So many seconds back a fastest message vouches for the offset. */
const memorySeconds = 300
/** A step of a clock is believed when it has lasted for so many seconds that brought data. */
const believedAfter = 3
/** Messages may fall this much further behind than time has passed before a clock must have moved, in milliseconds. */
const tolerance = 500

/**
 * How far the service's clock is from ours. What is measured of a message is its way plus that offset; the offset
 * stands still and the way does not, so the fastest messages of the last minutes show the offset, plus the least
 * that a way can take: half of the fastest ping. The fastest of three different seconds must agree, since a single
 * message may bear a time that is wrong. A clock that goes back shows as messages that are faster still. One that
 * jumps ahead is told from a slow stream by this: a stream cannot fall behind faster than time passes.
 */
export class ClockOffset {
  readonly #fastest = new Float64Array(memorySeconds).fill(Infinity)
  readonly #pings = new Float64Array(memorySeconds).fill(Infinity)
  #slot = 0
  #last = NaN
  #lastAt = 0
  #steps = 0
  #settled = Infinity

  /** Receipt minus the service's time, of a message that took the shortest way; infinite before the first. */
  get base(): number {
    return this.#settled === Infinity ? this.#fastest[this.#slot]! : this.#settled
  }

  /** Half of the fastest ping, or 0 before the first: what no message can be faster than. */
  get leastWay(): number {
    const ping = this.#pings.reduce((least, each) => Math.min(least, each), Infinity)
    return Number.isFinite(ping) ? ping / 2 : 0
  }

  add(raw: number): void {
    if (raw < this.#fastest[this.#slot]!) this.#fastest[this.#slot] = raw
  }

  ping(milliseconds: number): void {
    this.#pings[this.#slot] = Math.min(this.#pings[this.#slot]!, milliseconds)
  }

  /** A second has passed; `at` is monotonic. */
  turn(at: number): void {
    const fastest = this.#fastest[this.#slot]!
    if (Number.isFinite(fastest)) this.#watchForStep(fastest, at)
    const agreed = this.#agreed()
    // Where nothing has come for so long, what was known last is the best that there is.
    if (agreed !== Infinity) this.#settled = agreed
    this.#slot = (this.#slot + 1) % memorySeconds
    this.#fastest[this.#slot] = Infinity
    this.#pings[this.#slot] = Infinity
  }

  #watchForStep(fastest: number, at: number): void {
    const stepped = fastest - this.#last > at - this.#lastAt + tolerance
    this.#steps = stepped ? this.#steps + 1 : 0
    if (stepped && this.#steps < believedAfter) return
    if (stepped) {
      this.#fastest.fill(Infinity)
      this.#fastest[this.#slot] = fastest
      this.#steps = 0
    }
    this.#last = fastest
    this.#lastAt = at
  }

  /** The third fastest of all seconds; while there are fewer, the slowest of them. */
  #agreed(): number {
    let [first, second, third] = [Infinity, Infinity, Infinity]
    for (const each of this.#fastest) {
      if (each < first) [first, second, third] = [each, first, second]
      else if (each < second) [second, third] = [each, second]
      else if (each < third) third = each
    }
    return third !== Infinity ? third : second !== Infinity ? second : first
  }
}
