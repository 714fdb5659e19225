import { fail, type ProblemError } from '../../../shared/domain/problem'
import { noTable, TableCheck } from './table-check'

export type FileKind = 'pdf' | 'csv' | 'other'

export const kindOfFormat = (format: string): FileKind =>
  /(^|_)PDF$/i.test(format) ? 'pdf' : /(^|_)CSV$/i.test(format) ? 'csv' : 'other'

/** Programs write before the start of a PDF and behind its end; within so many bytes every viewer finds the marks. */
const marksWithin = 1024
const tailLength = 2 * marksWithin
/** No line of a table is so long; one that never ends must end here. */
const longestLine = 1024 * 1024
const lineEnd = 0x0a
/** PDF, ZIP and JSON. */
const notTables = ['%PDF-', 'PK\u0003\u0004', '{', '[']

/** Looks at what comes while it comes, so that what is no statement is given up at once. */
export class ContentCheck {
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  #length = 0
  #line = 0
  readonly #table = new TableCheck()

  constructor(private readonly kind: FileKind) {}

  take(part: Uint8Array): void {
    this.#length += part.byteLength
    if (this.#head.length < marksWithin) {
      this.#head = Buffer.concat([this.#head, part.subarray(0, marksWithin - this.#head.length)])
      if (this.#head.length >= marksWithin) this.#judgeHead()
    }
    this.#tail = Buffer.from(
      part.byteLength >= tailLength
        ? part.subarray(part.byteLength - tailLength)
        : Buffer.concat([this.#tail, part]).subarray(-tailLength)
    )
    if (this.kind === 'csv') this.#judgeLines(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
  }

  #judgeLines(part: Buffer): void {
    const binary = part.indexOf(0)
    const text = binary < 0 ? part : part.subarray(0, binary)
    let from = 0
    while (from < text.length) {
      const end = text.indexOf(lineEnd, from)
      const until = end < 0 ? text.length : end + 1
      this.#line += until - from
      if (this.#line > longestLine) {
        throw wrong(
          'The file that came as CSV has a line of more than 1 MB, so it is no table and was not kept.'
        )
      }
      this.#judgeTable(this.#table.take(text.subarray(from, until)))
      if (end >= 0) this.#line = 0
      from = until
    }
    if (binary >= 0) throw wrong('The file that came as CSV holds binary data, so it was not kept.')
  }

  #judgeTable(fault: string | null): void {
    if (fault === null) return
    // A page is called one.
    this.#judgeHead()
    throw wrong(fault)
  }

  /** All of it has come. */
  end(): void {
    if (this.#length === 0) throw wrong('The file that came is empty, so it was not kept.')
    this.#judgeHead()
    if (this.kind === 'csv') this.#judgeTable(this.#table.end())
    if (this.kind === 'pdf' && !this.#hasEnd()) {
      throw wrong('The PDF that came has no proper end: it is cut or damaged, so it was not kept.')
    }
  }

  #hasEnd(): boolean {
    const text = this.#tail.toString('latin1')
    const last = text.lastIndexOf('%%EOF')
    if (last < 0 || text.length - last > marksWithin) return false
    return /startxref\s+\d{1,15}\s+$/.test(text.slice(0, last))
  }

  #judgeHead(): void {
    const start = this.#head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
    if (this.kind !== 'other' && /^\s*</.test(start)) {
      throw wrong(
        'A web page came instead of the file, so it was not kept. A sign-in page of the network could be the reason.'
      )
    }
    if (this.kind === 'pdf' && !start.includes('%PDF-')) {
      throw wrong('What came as PDF is none, so it was not kept.')
    }
    if (this.kind === 'csv' && notTables.some((mark) => start.trimStart().startsWith(mark)))
      throw wrong(noTable)
  }
}

const wrong = (sentence: string): ProblemError => fail('archive.content', sentence)
