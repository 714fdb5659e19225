const [tab, lineFeed, carriageReturn, space, quote] = [0x09, 0x0a, 0x0d, 0x20, 0x22]
const separators = [...',;\t|'].map((one) => one.charCodeAt(0))
const byteOrderMark = [0xef, 0xbb, 0xbf]

export const noTable = 'What came as CSV is no table, so it was not kept.'
const ragged =
  'What came as CSV is no table: not all of its lines have as many cells as the first, so it was not kept.'

/** Where in a cell a byte stands. */
const [start, plain, quoted, behindQuote] = [0, 1, 2, 3]

/** The same bytes, read with one of the separators. */
class Reading {
  #place = start
  #cells = 1
  /** The last cell that has anything in it, counted from 1. */
  #filled = 0
  #isBlank = true
  #head: { readonly cells: number; readonly filled: number } | null = null
  /** As far as it was read, it is a table with this separator. */
  holds = true

  constructor(private readonly separator: number) {}

  get hadHead(): boolean {
    return this.#head !== null && this.#head.filled >= 2
  }

  take(bytes: Uint8Array): void {
    const { separator } = this
    // Every byte of every file comes by here: what a byte changes stays in variables.
    let [place, cells, filled, isBlank] = [this.#place, this.#cells, this.#filled, this.#isBlank]
    for (let at = 0; at < bytes.length && this.holds; at += 1) {
      const byte = bytes[at]!
      if (place === quoted && byte !== quote) {
        if (byte !== space && byte !== tab) filled = cells
      } else if (byte === quote && place !== plain) {
        if (place === behindQuote) filled = cells
        place = place === quoted ? behindQuote : quoted
      } else if (byte === separator) {
        cells += 1
        place = start
        isBlank &&= byte === tab
      } else if (byte === lineFeed || byte === carriageReturn) {
        if (!isBlank || filled > 0) this.#judge(cells, filled)
        ;[place, cells, filled, isBlank] = [start, 1, 0, true]
      } else {
        if (place === behindQuote || (byte !== space && byte !== tab)) filled = cells
        place = plain
      }
    }
    ;[this.#place, this.#cells, this.#filled, this.#isBlank] = [place, cells, filled, isBlank]
  }

  end(): void {
    // Cut within a cell.
    if (this.#place === quoted) this.holds = false
    else this.take(Uint8Array.of(lineFeed))
  }

  /** Some programs end each line, or each but the first, with a separator. */
  #judge(cells: number, filled: number): void {
    if (this.#head) this.holds = cells >= this.#head.filled && filled <= this.#head.cells
    else {
      this.#head = { cells, filled }
      this.holds = this.hadHead
    }
  }
}

const longestLookedAt = 500
const mostWords = 8
const sentenceEnd = /[.!]["')\]]*$/
/** As a name may be, "Ref No." or "amt.": no sentence ends so. */
const shortened = /(^\p{L}{1,5}|[\s/(-]\p{Lu}\p{L}{0,4})\.$/u

/** Names and figures end otherwise, and have fewer words. */
function isProse(line: string): boolean {
  const cells = line.split(/[,;\t|]/)
  const last = (cells.at(-1) ?? '').trimEnd()
  if (sentenceEnd.test(last) && !shortened.test(last)) return true
  return cells.some((cell) => cell.trim().split(/\s+/).length > mostWords)
}

/** Whether every line, the last of its bytes at least, reads as words that somebody wrote. */
class Prose {
  #line: number[] = []
  #isAll = true

  get isAll(): boolean {
    return this.#isAll
  }

  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#isAll; at += 1) {
      const byte = bytes[at]!
      if (byte === lineFeed || byte === carriageReturn) this.end()
      else if (this.#line.push(byte) >= 2 * longestLookedAt) this.#line.splice(0, longestLookedAt)
    }
  }

  end(): void {
    const line = Buffer.from(this.#line).toString('utf8').trim()
    if (line !== '' && !isProse(line)) this.#isAll = false
    this.#line = []
  }
}

/**
 * Whether what comes as CSV can be a table: a head of at least two cells and lines of as many, with whatever separates
 * them; none of them but the head where there is nothing to tell. Each method says what is wrong, or null.
 */
export class TableCheck {
  readonly #readings = separators.map((separator) => new Reading(separator))
  readonly #prose = new Prose()
  #position = 0

  take(part: Uint8Array): string | null {
    let from = 0
    while (this.#position < byteOrderMark.length && from < part.length) {
      if (part[from] !== byteOrderMark[this.#position]) this.#position = byteOrderMark.length
      else {
        this.#position += 1
        from += 1
      }
    }
    const bytes = part.subarray(from)
    this.#prose.take(bytes)
    for (const reading of this.#readings) reading.take(bytes)
    return this.#fault()
  }

  end(): string | null {
    this.#prose.end()
    for (const reading of this.#readings) reading.end()
    // Blank lines alone are no sentence, and have no head.
    const hasHead = this.#readings.some(({ holds, hadHead }) => holds && hadHead)
    return this.#fault() ?? (this.#prose.isAll || !hasHead ? noTable : null)
  }

  #fault(): string | null {
    if (this.#readings.some(({ holds }) => holds)) return null
    return this.#readings.some(({ hadHead }) => hadHead) ? ragged : noTable
  }
}
