import { minLength } from './variants'

interface Bucket {
  readonly texts: Set<string>
  /** Longest first, so that a secret that starts with another one is removed completely. */
  lengths: number[]
}

/**
 * Finds known secrets by their first characters, so that the cost depends on the line and not on the number of
 * secrets.
 */
export class KnownTexts {
  readonly #byStart = new Map<string, Bucket>()
  /** By two characters; nearly all positions need no look-up. */
  readonly #mayStart = new Uint8Array(1 << 16)
  #maxLength = 0

  add(text: string): void {
    const start = text.slice(0, minLength)
    const bucket = this.#byStart.get(start) ?? { texts: new Set(), lengths: [] }
    this.#byStart.set(start, bucket)
    this.#mayStart[pairAt(text, 0)] = 1
    bucket.texts.add(text)
    if (!bucket.lengths.includes(text.length)) {
      bucket.lengths = [...bucket.lengths, text.length].sort((one, other) => other - one)
    }
    this.#maxLength = Math.max(this.#maxLength, text.length)
  }

  /** `wasCut`: also removes the beginning of a known text at the end. */
  strike(line: string, mark: string, wasCut: boolean): string {
    if (this.#byStart.size === 0) return line
    let result = ''
    let from = 0
    for (let at = 0; at + minLength <= line.length;) {
      if (this.#mayStart[pairAt(line, at)] === 0) {
        at++
        continue
      }
      const bucket = this.#byStart.get(line.slice(at, at + minLength))
      const length = bucket === undefined ? 0 : this.#lengthAt(line, at, bucket, wasCut)
      if (length === 0) {
        at++
        continue
      }
      result += line.slice(from, at) + mark
      from = at += length
    }
    return result + line.slice(from)
  }

  #lengthAt(line: string, at: number, { texts, lengths }: Bucket, wasCut: boolean): number {
    const left = line.length - at
    const whole = lengths.find((length) => length <= left && texts.has(line.slice(at, at + length)))
    if (whole !== undefined) return whole
    if (!wasCut || left >= this.#maxLength) return 0
    const end = line.slice(at)
    for (const text of texts) if (text.startsWith(end)) return left
    return 0
  }
}

const pairAt = (text: string, at: number) => ((text.charCodeAt(at) << 8) ^ text.charCodeAt(at + 1)) & 0xffff
