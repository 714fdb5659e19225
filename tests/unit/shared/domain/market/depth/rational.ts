/** An exact fraction with a positive denominator. */
export interface Rational {
  readonly over: bigint
  readonly under: bigint
}

export function ratioOf(over: bigint, under: bigint): Rational {
  return under < 0n ? { over: -over, under: -under } : { over, under }
}

/** The largest integer not above it, by definition. */
export function floorOf({ over, under }: Rational): bigint {
  let whole = over / under
  while (whole * under > over) whole -= 1n
  while ((whole + 1n) * under <= over) whole += 1n
  return whole
}
