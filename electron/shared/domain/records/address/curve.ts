/** The prime of secp256k1's field. */
const prime = 2n ** 256n - 2n ** 32n - 977n

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base % prime
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}

/**
 * A Taproot address is the x of a point on secp256k1. Only about half of all numbers are valid, and coins sent to
 * others are lost (BIP 341).
 */
export function isTaprootKey(key: Uint8Array): boolean {
  let x = 0n
  for (const byte of key) x = (x << 8n) | BigInt(byte)
  if (x >= prime) return false
  const square = (power(x, 3n) + 7n) % prime
  return power(square, (prime - 1n) / 2n) === 1n
}
