import type { TextPool } from '../store/text-pool'

/** ASCII to lower case. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte
)

/** The text as compared: lower case, with normalized accents. */
export const foldedText = (text: string): string =>
  (mayJoin.test(text) ? text.normalize('NFC') : text).toLowerCase()

/** Letters below this have no other form. */
const mayJoin = /[\u0300-\uffff]/

/** As UTF-8. */
export const foldText = (text: string): Buffer => Buffer.from(foldedText(text), 'utf8')

/** Returns folded bytes, valid until the next call. */
export class Folder {
  #scratch = new Uint8Array(4096)

  fold(pool: TextPool, code: number): { readonly bytes: Uint8Array; readonly length: number } {
    if (pool.isWide(code)) {
      // Folding may change the number of bytes.
      const bytes = foldText(pool.text(code))
      return { bytes, length: bytes.length }
    }
    const length = pool.lengthOf(code)
    const bytes = pool.chunkOf(code)
    const start = pool.startOf(code)
    if (length > this.#scratch.length) this.#scratch = new Uint8Array(length)
    for (let index = 0; index < length; index += 1) this.#scratch[index] = folded[bytes[start + index]!]!
    return { bytes: this.#scratch, length }
  }
}

/** Both are folded. */
export function contains(pool: TextPool, code: number, needle: Buffer): boolean {
  if (pool.isWide(code)) return foldText(pool.text(code)).includes(needle)
  const bytes = pool.chunkOf(code)
  const start = pool.startOf(code)
  const first = needle[0]!
  const wanted = needle.length
  const last = start + pool.lengthOf(code) - wanted
  for (let position = start; position <= last; position += 1) {
    if (folded[bytes[position]!] !== first) continue
    let index = 1
    while (index < wanted && folded[bytes[position + index]!] === needle[index]) index += 1
    if (index === wanted) return true
  }
  return false
}
