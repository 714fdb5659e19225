import { powers } from '../book/units'

/** `digit` (1, 2 or 5) times ten to the power of `exponent`. */
export interface Bin {
  readonly digit: number
  readonly exponent: number
  readonly value: number
}

const digits = [1, 2, 5] as const
/** A bin is kept until it is off by this factor, because only columns of equal bins draw as one image. */
const tolerance = 3

/** The nearest usual step, by ratio. */
export function binNear(ideal: number): Bin {
  const exponent = Math.floor(Math.log10(ideal))
  let best = binOf(1, exponent)
  for (const [digit, power] of [
    ...digits.map((one) => [one, exponent] as const),
    [1, exponent + 1] as const
  ]) {
    const candidate = binOf(digit, power)
    if (ratio(candidate.value, ideal) < ratio(best.value, ideal)) best = candidate
  }
  return best
}

export const stillFits = ({ value }: Bin, ideal: number) => ratio(value, ideal) <= tolerance

// A literal, because powers below zero are inexact.
export const binOf = (digit: number, exponent: number): Bin => ({
  digit,
  exponent,
  value: Number(`${digit}e${exponent}`)
})

export const ratio = (one: number, other: number) => (one > other ? one / other : other / one)

/** The bin of a price in units is `floor(price * times / over)`, exact while the product fits a double. */
export interface BinRule {
  readonly times: number
  readonly over: number
}

export function ruleOf({ digit, exponent }: Bin, priceScale: number): BinRule {
  const power = exponent + priceScale
  return power >= 0
    ? { times: 1, over: digit * powerOfTen(power) }
    : { times: powerOfTen(-power), over: digit }
}

/** For prices of any length. */
export function binIndexOf(units: bigint, scale: number, { digit, exponent }: Bin): number {
  const power = exponent + scale
  const times = power < 0 ? 10n ** BigInt(-power) : 1n
  const over = BigInt(digit) * (power > 0 ? 10n ** BigInt(power) : 1n)
  const product = units * times
  const cut = product / over
  return Number(product < 0n && cut * over !== product ? cut - 1n : cut)
}

const powerOfTen = (power: number) => powers[Math.min(power, powers.length - 1)]!
