/** So many seconds back a fastest message vouches for the offset. */
const memorySeconds = 300
/** A step of a clock is believed when it has lasted for so many seconds that brought data. */
const believedAfter = 3
/** Messages may fall this much further behind than time has passed before a clock must have moved, in milliseconds. */
const tolerance = 500
/** The second that has not passed yet, and one more for a timer that is late. */
const grace = 2000
/** A message that is faster than the fastest by more than this bears a wrong time, or the clock was put ahead. */
export const maxFaster = 2000
/** So many messages of a second are enough for its median. */
const maxSamples = 256
/** After so many seconds without an update, snapshots alone have to do. */
const quietAfter = 3

/**
 * How far the service's clock is from ours. What is measured of a message is its way plus that offset; the offset
 * stands still and the way does not, so the fastest messages of the last minutes show the offset, plus the least
 * that a way can take: half of the fastest ping. Messages may bear wrong times: what is far faster than the offset that
 * is known counts only when it is the median of some seconds, and the fastest of three different seconds must agree. A
 * clock that goes back is told from a slow stream by this: a stream cannot fall behind faster than time passes.
 */
export class ClockOffset {
  readonly #fastest = new Float64Array(memorySeconds).fill(Infinity)
  readonly #pings = new Float64Array(memorySeconds).fill(Infinity)
  readonly #samples = new Float64Array(maxSamples)
  #count = 0
  #slot = 0
  #last = NaN
  #lastAt = 0
  #turnedAt = 0
  #steps = 0
  #stepsAhead = 0
  #settled = Infinity
  #snapshot = Infinity
  #quiet = 0
  /** What is lower is not believed. */
  #floor = -Infinity

  /** Receipt minus the service's time, of a message that took the shortest way; infinite before the first. */
  get base(): number {
    if (this.#settled !== Infinity) return this.#settled
    const fastest = this.#fastest[this.#slot]!
    return fastest === Infinity && this.#quiet >= quietAfter ? Math.min(0, this.#snapshot) : fastest
  }

  /** Half of the fastest ping, or 0 before the first: what no message can be faster than. */
  get minWay(): number {
    const ping = this.#pings.reduce((least, each) => Math.min(least, each), Infinity)
    return Number.isFinite(ping) ? ping / 2 : 0
  }

  add(raw: number): void {
    if (this.#count < maxSamples) this.#samples[this.#count++] = raw
    if (raw < this.#fastest[this.#slot]! && raw >= this.#floor) this.#fastest[this.#slot] = raw
  }

  /** A snapshot may bear the time of the book's last change: the service's clock is no earlier than that. */
  addSnapshot(raw: number): void {
    if (raw < this.#snapshot) this.#snapshot = raw
  }

  ping(milliseconds: number): void {
    this.#pings[this.#slot] = Math.min(this.#pings[this.#slot]!, milliseconds)
  }

  /** Whether a message can have been on its way for so long; otherwise it bears a wrong time, or the clock was put back. */
  canBe(raw: number): boolean {
    return !(raw - this.#last > this.#turnedAt - this.#lastAt + grace + tolerance)
  }

  /** A second has passed; `at` is monotonic. */
  turn(at: number): void {
    this.#turnedAt = at
    if (this.#count > 0) this.#endSecond(at)
    if (this.#snapshot !== Infinity) this.#quiet += 1
    const agreed = this.#agreed()
    // Where nothing has come for so long, what was known last is the best that there is.
    if (agreed !== Infinity) {
      this.#settled = agreed
      this.#floor = agreed - maxFaster
    }
    this.#slot = (this.#slot + 1) % memorySeconds
    this.#fastest[this.#slot] = Infinity
    this.#pings[this.#slot] = Infinity
    this.#count = 0
  }

  #endSecond(at: number): void {
    const samples = this.#samples.subarray(0, this.#count).sort()
    const median = samples[samples.length >> 1]!
    const isAhead = median < this.#floor
    this.#stepsAhead = isAhead ? this.#stepsAhead + 1 : 0
    if (this.#floor === -Infinity || this.#stepsAhead >= believedAfter) {
      if (isAhead) this.#fastest.fill(Infinity)
      this.#stepsAhead = 0
      this.#fastest[this.#slot] = samples.find((raw) => raw >= median - maxFaster)!
    }
    const fastest = this.#fastest[this.#slot]!
    if (Number.isFinite(fastest)) this.#watchForStep(fastest, at)
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
