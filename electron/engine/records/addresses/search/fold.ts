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
