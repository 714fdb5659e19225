import type { Frame } from './frame'

/** Reads the decimal at `position` into both arrays and returns the position after it, or -1. */
type ScanDecimal = (position: number, units: Float64Array, scales: Uint8Array, index: number) => number

/** One digit at a time: reading four at once is slower, because the next position then depends on the data. */
export function decimalScanner(frame: Frame): ScanDecimal {
  const bytes = frame.bytes
  const zero = 0x30
  const point = 0x2e - zero
  /** Fits 32 bits, whose arithmetic is faster than doubles. */
  const maxAtOnce = 9
  const powers = Float64Array.from({ length: maxAtOnce + 1 }, (_, digits) => 10 ** digits)
  /** Below this, every step is exact in a double. */
  const limit = 1e15
  /** The decoder's limit. */
  const maxLetters = 64

  return function scanDecimal(position, units, scales, index) {
    const first = position
    let code = bytes[position]! - zero
    if (code >>> 0 > 9) return -1
    let whole = 0
    do {
      whole = (Math.imul(whole, 10) + code) | 0
      position = (position + 1) | 0
      code = bytes[position]! - zero
    } while (code >>> 0 <= 9)
    if (position - first > maxAtOnce) return scanLong(first, units, scales, index)
    if (code !== point) {
      units[index] = whole
      scales[index] = 0
      return position
    }
    position = (position + 1) | 0
    const firstAfter = position
    code = bytes[position]! - zero
    if (code >>> 0 > 9) return -1
    let part = 0
    do {
      part = (Math.imul(part, 10) + code) | 0
      position = (position + 1) | 0
      code = bytes[position]! - zero
    } while (code >>> 0 <= 9)
    const scale = position - firstAfter
    if (scale > maxAtOnce) return scanLong(first, units, scales, index)
    const value = whole * powers[scale]! + part
    if (value >= limit) return -1
    units[index] = value
    scales[index] = scale
    return position
  }

  /** The size is checked once at the end, because digits never make a number smaller. */
  function scanLong(position: number, units: Float64Array, scales: Uint8Array, index: number): number {
    const first = position
    let value = 0
    let firstAfter = 0
    for (;;) {
      const code = bytes[position]! - zero
      if (code >>> 0 <= 9) value = value * 10 + code
      else if (code === point && firstAfter === 0) firstAfter = position + 1
      else break
      position += 1
    }
    if (value >= limit || position - first > maxLetters || position === firstAfter) return -1
    units[index] = value
    scales[index] = firstAfter === 0 ? 0 : position - firstAfter
    return position
  }
}
