import type { Percentiles } from '#shared/contract/connection/stream-figures'

const fractionBits = 6
const shift = 23 - fractionBits
/** The range is a thousandth to an hour of milliseconds. */
const minExponent = -10
const octaves = 33
const firstBits = (127 + minExponent) << fractionBits
const buckets = octaves << fractionBits

/** The maximum relative error of a percentile. */
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
 * Buckets grow with the value: the exponent and a few bits of the fraction. Counting takes nanoseconds and allocates
 * nothing.
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

  /** Shifts all values; each shift may add another `relativeError`. */
  raise(by: number): void {
    if (this.#total === 0) return
    this.#spare.fill(0)
    for (let bucket = 0; bucket < buckets; bucket++) {
      const count = this.#counts[bucket]!
      if (count > 0) this.#spare[bucketOf(valueOf(bucket) + by)]! += count
    }
    ;[this.#counts, this.#spare] = [this.#spare, this.#counts]
  }

  /** By nearest rank. */
  percentile(part: number): number {
    const rank = Math.max(1, Math.ceil(part * this.#total))
    let seen = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      seen += this.#counts[bucket]!
      if (seen >= rank) return valueOf(bucket)
    }
    return 0
  }

  /** Returns the percentiles since the last call and resets. */
  take(): Percentiles | null {
    if (this.#total === 0) return null
    const figures = { p50: this.percentile(0.5), p99: this.percentile(0.99) }
    this.#counts.fill(0)
    this.#total = 0
    return figures
  }
}
