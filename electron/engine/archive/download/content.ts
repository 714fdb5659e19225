import { fail, type ProblemError } from '../../../shared/domain/problem'

export type FileKind = 'pdf' | 'csv' | 'other'

export const kindOfFormat = (format: string): FileKind =>
  /(^|_)PDF$/i.test(format) ? 'pdf' : /(^|_)CSV$/i.test(format) ? 'csv' : 'other'

const tailLength = 2048
const headLength = 64
const page = /^\s*(<!doctype|<html|<head|<body|<\?xml|<error)/i

/** Looks at what comes while it comes, so that what is no statement is given up at once. */
export class ContentCheck {
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  #length = 0

  constructor(private readonly kind: FileKind) {}

  take(part: Uint8Array): void {
    this.#length += part.byteLength
    if (this.#head.length < headLength) {
      this.#head = Buffer.concat([this.#head, part.subarray(0, headLength - this.#head.length)])
      if (this.#head.length >= headLength) this.#judgeHead()
    }
    this.#tail = Buffer.from(
      part.byteLength >= tailLength
        ? part.subarray(part.byteLength - tailLength)
        : Buffer.concat([this.#tail, part]).subarray(-tailLength)
    )
    if (this.kind === 'csv' && Buffer.from(part.buffer, part.byteOffset, part.byteLength).includes(0)) {
      throw wrong('The file that came as CSV holds binary data, so it was not kept.')
    }
  }

  /** All of it has come. */
  end(): void {
    if (this.#length === 0) throw wrong('The file that came is empty, so it was not kept.')
    this.#judgeHead()
    if (this.kind === 'pdf' && !/startxref\s+\d{1,15}\s+%%EOF\s*$/.test(this.#tail.toString('latin1'))) {
      throw wrong('The PDF that came has no proper end: it is cut or damaged, so it was not kept.')
    }
  }

  #judgeHead(): void {
    const start = this.#head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
    if (this.kind !== 'other' && page.test(start)) {
      throw wrong(
        'A web page came instead of the file, so it was not kept. A sign-in page of the network could be the reason.'
      )
    }
    if (this.kind === 'pdf' && !start.startsWith('%PDF-')) {
      throw wrong('What came as PDF is none, so it was not kept.')
    }
    if (this.kind === 'csv' && (/^(%PDF-|PK|[{[])/.test(start) || start.trim() === '')) {
      throw wrong('What came as CSV is no table, so it was not kept.')
    }
  }
}

const wrong = (sentence: string): ProblemError => fail('archive.content', sentence)
