import type { TextPool } from '../store/text-pool'

/** Bytes of ASCII capitals to those of their small letters; all others stay. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte
)

/** What the search compares: small letters, each in one form, however its accents were written. */
export const foldedText = (text: string): string =>
  (mayJoin.test(text) ? text.normalize('NFC') : text).toLowerCase()

/** Below it no letter has another form, which is known sooner than it is made. */
const mayJoin = /[\u0300-\uffff]/

/** The same as UTF-8. */
export const foldText = (text: string): Buffer => Buffer.from(foldedText(text), 'utf8')

/** Gives the folded bytes of a text; they hold until the next one is asked for. */
export class Folder {
  #scratch = new Uint8Array(4096)

  fold(pool: TextPool, code: number): { readonly bytes: Uint8Array; readonly length: number } {
    if (pool.isWide(code)) {
      // Letters beyond ASCII may even take another number of bytes.
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

/** Whether the folded text has the folded needle in it. */
export function contains(pool: TextPool, code: number, needle: Buffer): boolean {
  if (pool.isWide(code)) return foldText(pool.text(code)).includes(needle)
  const bytes = pool.chunkOf(code)
  const start = pool.startOf(code)
  const first = needle[0]!
  const wanted = needle.length
  const last = start + pool.lengthOf(code) - wanted
  for (let place = start; place <= last; place += 1) {
    if (folded[bytes[place]!] !== first) continue
    let index = 1
    while (index < wanted && folded[bytes[place + index]!] === needle[index]) index += 1
    if (index === wanted) return true
  }
  return false
}
