import * as v from 'valibot'
import { savedCount, savedTime, saveTime } from '../saved'

/** Seconds for which the fastest message supports the offset. */
const memorySeconds = 300
/** Seconds with data before a clock step is accepted. */
const believedAfter = 3
/** Milliseconds by which messages may fall behind before a clock step is assumed. */
const tolerance = 500
/** The unfinished second, and one for a late timer. */
const grace = 2000
/** A message this much faster than the fastest has a wrong time, or a clock was set. */
export const maxFaster = 2000
const maxSamples = 256
/** Seconds without updates after which snapshots are used. */
const quietAfter = 3

const nanosecondsInMillisecond = 1e6
const seconds = v.pipe(v.array(v.nullable(savedTime)), v.maxLength(memorySeconds))

export const savedOffset = v.object({
  /** Of each second, the current one first. */
  fastest: seconds,
  pings: seconds,
  samples: v.pipe(v.array(savedTime), v.maxLength(maxSamples)),
  last: v.nullable(savedTime),
  lastAt: savedTime,
  turnedAt: savedTime,
  steps: savedCount,
  stepsAhead: savedCount,
  settled: v.nullable(savedTime),
  snapshot: v.nullable(savedTime),
  quiet: savedCount,
  floor: v.nullable(savedTime),
  minWay: savedTime
})
type SavedOffset = v.InferOutput<typeof savedOffset>

/**
 * How long after the service's time of a message it was received. Seconds first: the difference is small and keeps its
 * digits.
 * @param received milliseconds since the epoch, possibly fractional
 */
export const rawOf = (received: number, seconds: number, nanoseconds: number): number =>
  received - seconds * 1000 - nanoseconds / nanosecondsInMillisecond

/**
 * The offset of the service's clock. Each message measures its travel time plus the offset, so the fastest messages
 * of the last minutes show the offset plus the minimum travel time, which is half of the fastest ping. Wrong times
 * are filtered: much faster messages count only as the median of several seconds, and the fastest of three seconds
 * must agree. A stream cannot fall behind faster than time passes, which distinguishes a slow stream from a clock set
 * back.
 */
export class ClockOffset {
  readonly #fastest = new Float64Array(memorySeconds).fill(Infinity)
  readonly #pings = new Float64Array(memorySeconds).fill(Infinity)
  readonly #samples = new Float64Array(maxSamples)
  /** The three fastest seconds and the fastest ping, without the current second; null once they may be too old. */
  #top: Three | null = null
  #ping: number | null = null
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
  /** Lower values are ignored. */
  #floor = -Infinity
  #minWay = 0

  /** Receipt minus the service's time of the fastest message; Infinity before the first. */
  get base(): number {
    if (this.#settled !== Infinity) return this.#settled
    const fastest = this.#fastest[this.#slot]!
    return fastest === Infinity && this.#quiet >= quietAfter ? Math.min(0, this.#snapshot) : fastest
  }

  /** Half of the fastest ping until the last turn, or 0 before the first. */
  get minWay(): number {
    return this.#minWay
  }

  /** The service's time minus the time of receipt, without the way; null before the first message. */
  get value(): number | null {
    const { base } = this
    return Number.isFinite(base) ? this.#minWay - base : null
  }

  reset(): void {
    this.restore(new ClockOffset().save())
  }

  add(raw: number): void {
    if (this.#count < maxSamples) this.#samples[this.#count++] = raw
    if (raw < this.#fastest[this.#slot]! && raw >= this.#floor) this.#fastest[this.#slot] = raw
  }

  /** A snapshot may have the time of the last change, so it is only a lower bound. */
  addSnapshot(raw: number): void {
    if (raw < this.#snapshot) this.#snapshot = raw
  }

  ping(milliseconds: number): void {
    this.#pings[this.#slot] = Math.min(this.#pings[this.#slot]!, milliseconds)
  }

  /** Otherwise its time is wrong or the clock was set back. */
  canBe(raw: number): boolean {
    return !(raw - this.#last > this.#turnedAt - this.#lastAt + grace + tolerance)
  }

  /** `at` is monotonic. */
  turn(at: number): void {
    this.#turnedAt = at
    if (this.#count > 0) this.#endSecond(at)
    if (this.#snapshot !== Infinity) this.#quiet += 1
    this.#top = this.#fastestThree()
    const agreed = this.#top.findLast((each) => each !== Infinity) ?? Infinity
    // After a pause, the last known value is the best.
    if (agreed !== Infinity) {
      this.#settled = agreed
      this.#floor = agreed - maxFaster
    }
    const ping = this.#pings[this.#slot]!
    this.#slot = (this.#slot + 1) % memorySeconds
    if (this.#fastest[this.#slot] !== Infinity && this.#fastest[this.#slot]! <= this.#top[2]) this.#top = null
    if (this.#pings[this.#slot] !== Infinity) this.#ping = null
    this.#fastest[this.#slot] = Infinity
    this.#pings[this.#slot] = Infinity
    this.#count = 0
    this.#ping = this.#ping === null ? Math.min(...this.#pings) : Math.min(this.#ping, ping)
    this.#minWay = Number.isFinite(this.#ping) ? this.#ping / 2 : 0
  }

  save(): SavedOffset {
    return {
      fastest: this.#saveSeconds(this.#fastest),
      pings: this.#saveSeconds(this.#pings),
      samples: [...this.#samples.subarray(0, this.#count)],
      last: saveTime(this.#last),
      lastAt: this.#lastAt,
      turnedAt: this.#turnedAt,
      steps: this.#steps,
      stepsAhead: this.#stepsAhead,
      settled: saveTime(this.#settled),
      snapshot: saveTime(this.#snapshot),
      quiet: this.#quiet,
      floor: saveTime(this.#floor),
      minWay: this.#minWay
    }
  }

  restore(saved: SavedOffset): void {
    this.#restoreSeconds(this.#fastest, saved.fastest)
    this.#restoreSeconds(this.#pings, saved.pings)
    this.#top = this.#ping = null
    this.#samples.set(saved.samples)
    this.#count = saved.samples.length
    this.#last = saved.last ?? NaN
    this.#lastAt = saved.lastAt
    this.#turnedAt = saved.turnedAt
    this.#steps = saved.steps
    this.#stepsAhead = saved.stepsAhead
    this.#settled = saved.settled ?? Infinity
    this.#snapshot = saved.snapshot ?? Infinity
    this.#quiet = saved.quiet
    this.#floor = saved.floor ?? -Infinity
    this.#minWay = saved.minWay
  }

  /** Without the oldest seconds that had nothing. */
  #saveSeconds(values: Float64Array): (number | null)[] {
    const saved = Array.from(values, (_, age) =>
      saveTime(values[(this.#slot - age + memorySeconds) % memorySeconds]!)
    )
    return saved.slice(0, saved.findLastIndex((value) => value !== null) + 1)
  }

  #restoreSeconds(values: Float64Array, saved: readonly (number | null)[]): void {
    values.fill(Infinity)
    for (const [age, value] of saved.entries())
      values[(this.#slot - age + memorySeconds) % memorySeconds] = value ?? Infinity
  }

  #endSecond(at: number): void {
    const samples = this.#samples.subarray(0, this.#count).sort()
    const median = samples[samples.length >> 1]!
    const isAhead = median < this.#floor
    this.#stepsAhead = isAhead ? this.#stepsAhead + 1 : 0
    if (this.#floor === -Infinity || this.#stepsAhead >= believedAfter) {
      if (isAhead) this.#dropSeconds()
      this.#stepsAhead = 0
      this.#fastest[this.#slot] = samples.find((raw) => raw >= median - maxFaster)!
    }
    const fastest = this.#fastest[this.#slot]!
    if (Number.isFinite(fastest)) this.#watchForStep(fastest, at)
  }

  #dropSeconds(): void {
    this.#fastest.fill(Infinity)
    this.#top = null
  }

  #watchForStep(fastest: number, at: number): void {
    const stepped = fastest - this.#last > at - this.#lastAt + tolerance
    this.#steps = stepped ? this.#steps + 1 : 0
    if (stepped && this.#steps < believedAfter) return
    if (stepped) {
      this.#dropSeconds()
      this.#fastest[this.#slot] = fastest
      this.#steps = 0
    }
    this.#last = fastest
    this.#lastAt = at
  }

  /** Of all seconds. The third counts, or the slowest if there are fewer. */
  #fastestThree(): Three {
    const current = this.#fastest[this.#slot]!
    if (this.#top) return withSecond(this.#top, current)
    let top: Three = [Infinity, Infinity, Infinity]
    for (const each of this.#fastest) top = withSecond(top, each)
    return top
  }
}

type Three = readonly [number, number, number]

const withSecond = (top: Three, second: number): Three => {
  if (!(second < top[2])) return top
  if (second < top[0]) return [second, top[0], top[1]]
  return second < top[1] ? [top[0], second, top[1]] : [top[0], top[1], second]
}
