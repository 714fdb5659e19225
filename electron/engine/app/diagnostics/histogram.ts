import type { Percentiles } from '#shared/contract/connection/stream-figures'

/** The highest bits of a single's fraction that tell two buckets of one octave apart. */
const fractionBits = 6
const shift = 23 - fractionBits
/** Below a thousandth and beyond an hour of milliseconds nobody needs to tell apart. */
const minExponent = -10
const octaves = 33
const firstBits = (127 + minExponent) << fractionBits
const buckets = octaves << fractionBits

/** A percentile lies at most this part of itself beside the true one (and a thousandth, close to zero). */
export const relativeError = 1 / 2 ** (fractionBits + 1)

const single = new Float32Array(1)
const bits = new Uint32Array(single.buffer)

function bucketOf(value: number): number {
  if (!(value > 0)) return 0
  single[0] = value
  const bucket = (bits[0]! >>> shift) - firstBits
  return bucket < 0 ? 0 : bucket < buckets ? bucket : buckets - 1
}

/** The middle of a bucket. */
function valueOf(bucket: number): number {
  bits[0] = (bucket + firstBits) << shift
  const from = single[0] ?? 0
  bits[0] = (bucket + 1 + firstBits) << shift
  return (from + (single[0] ?? 0)) / 2
}

/**
 * How often values came, in buckets that grow with the value: an exponent and a few bits of the fraction, read out
 * of the number itself. Counting costs a few nanoseconds and allocates nothing, whatever the values are.
 */
export class Histogram {
  #counts = new Uint32Array(buckets)
  #spare = new Uint32Array(buckets)
  #total = 0

  get total(): number {
    return this.#total
  }

  add(value: number): void {
    this.#counts[bucketOf(value)]!++
    this.#total++
  }

  /** As if every value so far had been so much larger. Each shift may add one more `relativeError`. */
  raise(by: number): void {
    if (this.#total === 0) return
    this.#spare.fill(0)
    for (let bucket = 0; bucket < buckets; bucket++) {
      const count = this.#counts[bucket]!
      if (count > 0) this.#spare[bucketOf(valueOf(bucket) + by)]! += count
    }
    ;[this.#counts, this.#spare] = [this.#spare, this.#counts]
  }

  /** The value at or below which this part of all values lies: the nearest rank. */
  percentile(part: number): number {
    const rank = Math.max(1, Math.ceil(part * this.#total))
    let seen = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      seen += this.#counts[bucket]!
      if (seen >= rank) return valueOf(bucket)
    }
    return 0
  }

  /** What was counted since the last time, and a fresh start. */
  take(): Percentiles | null {
    if (this.#total === 0) return null
    const figures = { p50: this.percentile(0.5), p99: this.percentile(0.99) }
    this.#counts.fill(0)
    this.#total = 0
    return figures
  }
}
