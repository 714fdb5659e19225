import { minLength } from './variants'

/** More than the beginning that escaped texts have in common. */
const maxKeyLength = 24

/** Texts with the same beginning. */
class Bucket {
  readonly #texts = new Set<string>()
  /** Longest first, so that a secret that starts with another one is removed completely. */
  readonly #byKey = new Map<string, string[]>()
  #keyLength = maxKeyLength

  add(text: string): void {
    if (this.#texts.has(text)) return
    this.#texts.add(text)
    if (text.length >= this.#keyLength) return this.#index(text)
    this.#keyLength = text.length
    this.#byKey.clear()
    for (const each of this.#texts) this.#index(each)
  }

  /** Of the text that the line has there; 0 without one. */
  lengthAt(line: string, at: number): number {
    const texts = this.#byKey.get(line.slice(at, at + this.#keyLength))
    return texts?.find((text) => line.startsWith(text, at))?.length ?? 0
  }

  someStartWith(end: string): boolean {
    for (const text of this.#texts) if (text.startsWith(end)) return true
    return false
  }

  #index(text: string): void {
    const key = text.slice(0, this.#keyLength)
    const texts = [...(this.#byKey.get(key) ?? []), text]
    this.#byKey.set(
      key,
      texts.sort((one, other) => other.length - one.length)
    )
  }
}

/**
 * Finds known secrets by their first characters, so that the cost depends on the line and not on the number of
 * secrets.
 */
export class KnownTexts {
  readonly #byStart = new Map<string, Bucket>()
  /** By two characters; nearly all positions need no look-up. */
  readonly #mayStart = new Uint8Array(1 << 16)
  /** The same after the beginning, because all escaped texts begin alike. */
  readonly #mayFollow = new Uint8Array(1 << 16)
  #maxLength = 0

  add(text: string): void {
    const start = text.slice(0, minLength)
    const bucket = this.#byStart.get(start) ?? new Bucket()
    this.#byStart.set(start, bucket)
    this.#mayStart[pairAt(text, 0)] = 1
    if (text.length < minLength + 2) this.#mayFollow.fill(1)
    else this.#mayFollow[pairAt(text, minLength)] = 1
    bucket.add(text)
    this.#maxLength = Math.max(this.#maxLength, text.length)
  }

  /** `wasCut`: also removes the beginning of a known text at the end. */
  strike(line: string, mark: string, wasCut: boolean): string {
    if (this.#byStart.size === 0) return line
    let result = ''
    let from = 0
    for (let at = 0; at + minLength <= line.length;) {
      if (!this.#mayBegin(line, at)) {
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

  #mayBegin(line: string, at: number): boolean {
    if (this.#mayStart[pairAt(line, at)] === 0) return false
    const next = at + minLength
    return next + 2 > line.length || this.#mayFollow[pairAt(line, next)] === 1
  }

  #lengthAt(line: string, at: number, bucket: Bucket, wasCut: boolean): number {
    const length = bucket.lengthAt(line, at)
    const left = line.length - at
    if (length > 0 || !wasCut || left >= this.#maxLength) return length
    return bucket.someStartWith(line.slice(at)) ? left : 0
  }
}

const pairAt = (text: string, at: number) => ((text.charCodeAt(at) << 8) ^ text.charCodeAt(at + 1)) & 0xffff
