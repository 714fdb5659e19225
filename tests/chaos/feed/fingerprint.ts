import { createHash } from 'node:crypto'

const modulus = 2 ** 48
const known = new Map<string, number>()
const maxKnown = 200_000

/** Of a level, in [0, 2^48). */
function hashOf(text: string): number {
  let hash = known.get(text)
  if (hash === undefined) {
    hash = createHash('md5').update(text).digest().readUIntBE(0, 6)
    if (known.size >= maxKnown) known.clear()
    known.set(text, hash)
  }
  return hash
}

/** A sum over the levels of a book, whatever their order; two books with the same sum are the same book. */
export class Fingerprint {
  value = 0

  add(side: 'bids' | 'asks', price: string, amount: string): void {
    this.value = (this.value + hashOf(`${side} ${price} ${amount}`)) % modulus
  }

  remove(side: 'bids' | 'asks', price: string, amount: string): void {
    this.value = (this.value + modulus - hashOf(`${side} ${price} ${amount}`)) % modulus
  }
}
