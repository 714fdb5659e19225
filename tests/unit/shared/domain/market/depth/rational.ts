/** A fraction that is never rounded; what it is over is above zero. */
export interface Rational {
  readonly over: bigint
  readonly under: bigint
}

export function ratioOf(over: bigint, under: bigint): Rational {
  return under < 0n ? { over: -over, under: -under } : { over, under }
}

/** The greatest whole number that is not above it, found by its definition and not by how division cuts. */
export function floorOf({ over, under }: Rational): bigint {
  let whole = over / under
  while (whole * under > over) whole -= 1n
  while ((whole + 1n) * under <= over) whole += 1n
  return whole
}
