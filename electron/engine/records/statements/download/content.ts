import { fail, type ProblemError } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'

export type FileKind = 'pdf' | 'csv' | 'other'

export const kindOfFormat = (format: string): FileKind =>
  /(^|_)PDF$/i.test(format) ? 'pdf' : /(^|_)CSV$/i.test(format) ? 'csv' : 'other'

/** Programs write before the start of a PDF and behind its end; within so many bytes every viewer finds the marks. */
const marksWithin = 1024
const tailLength = 2 * marksWithin
/** Some programs write the names of columns like `<DATE>`, so only the tags that pages begin with count. */
const pageStart =
  /^\s*<(!doctype|!--|\?xml|\/?(html|head|body|title|meta|link|script|style|base|center|div|span|p|h[1-6]|table|form|iframe|error)\b)/i

/**
 * Looks at a file while it arrives. A CSV is kept whatever its form is: the service does not describe one. Only what is
 * clearly another thing is refused: a web page, an empty file, a PDF without its start or end.
 */
export class ContentCheck {
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  #length = 0

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
  }

  /** All of it has come. */
  end(): void {
    if (this.#length === 0) throw wrong(archiveText.download.empty)
    this.#judgeHead()
    if (this.kind === 'pdf' && !this.#hasEnd()) {
      throw wrong(archiveText.download.cutPdf)
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
    if (this.kind !== 'other' && pageStart.test(start)) {
      throw wrong(archiveText.download.webPage)
    }
    if (this.kind === 'pdf' && !start.includes('%PDF-')) {
      throw wrong(archiveText.download.notPdf)
    }
  }
}

const wrong = (sentence: string): ProblemError => fail('statements.content', sentence)
