const printable = /^[ -@[-~]$/

/** Bytes outside printable ASCII share this many letters, by their lowest bits. */
const shared = 32

/**
 * The letter of each byte: fewer than bytes, so that a table of all trigrams stays small. Upper and lower case are one
 * letter.
 */
export const letters = new Uint8Array(256)

let own = shared
for (let byte = 0; byte < letters.length; byte += 1) {
  letters[byte] = printable.test(String.fromCharCode(byte)) ? own++ : byte % shared
}
for (let byte = 0x41; byte <= 0x5a; byte += 1) letters[byte] = letters[byte + 0x20]!

export const letterCount = own

/** Whether these letters stand for these bytes only. */
export const areExact = (folded: Uint8Array): boolean => folded.every((byte) => letters[byte]! >= shared)

/** Distinct, of folded bytes. */
export function trigramsOf(folded: Uint8Array): readonly number[] {
  const trigrams = new Set<number>()
  for (let index = 2; index < folded.length; index += 1) {
    const [first, second, third] = [folded[index - 2]!, folded[index - 1]!, folded[index]!]
    trigrams.add((letters[first]! * letterCount + letters[second]!) * letterCount + letters[third]!)
  }
  return [...trigrams]
}
