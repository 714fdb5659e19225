const double = new Float32Array(1)
const bits = new Uint32Array(double.buffer)

/** Seven bits of exponent and nine of fraction: the error is a thousandth, which no color shows. */
const fractionBits = 9
const dropped = 23 - fractionBits
const half = 1 << (dropped - 1)
/** The exponent of 2^-64 in float format. */
const lowest = (127 - 64) << fractionBits
const largest = 0xffff
/** More than a code distinguishes. */
const maxDigits = 5

/** A size in 16 bits, so that days of columns fit a megabyte. */
export function codeOf(size: number): number {
  double[0] = size
  const code = ((bits[0]! + half) >>> dropped) - lowest
  return Math.min(largest, Math.max(0, code))
}

export function sizeOf(code: number): number {
  if (code === 0) return 0
  bits[0] = (code + lowest) << dropped
  return double[0]!
}

/** The shortest text of a size that has the same code. */
export function sizeText(size: number): string {
  const code = codeOf(size)
  const stored = sizeOf(code)
  for (let digits = 1; digits <= maxDigits; digits += 1) {
    const text = String(Number(stored.toPrecision(digits)))
    if (codeOf(Number(text)) === code) return text
  }
  return String(stored)
}
