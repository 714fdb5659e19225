import { GrowingWords } from './growing'
import { RowBits } from './row-bits'

/** From this many rows on, a bit set may be smaller than a list. */
const often = 2048
const bitsOfLink = 64
/** Instead of a link: the rows are in a bit set. */
const inBits = 1

/**
 * The rows of each text. Most texts have one; others have a linked list, and very common ones, such as a profile, a
 * bit set.
 */
export class Uses {
  /** First row + 1 by code. */
  readonly #first = new GrowingWords()
  /** The latest link by code. */
  readonly #further = new GrowingWords()
  readonly #links = new GrowingWords()
  readonly #counts = new GrowingWords()
  readonly #frequent = new Map<number, RowBits>()

  constructor() {
    this.#links.push(0)
    this.#links.push(0)
  }

  get bytes(): number {
    const lists = [this.#first, this.#further, this.#links, this.#counts]
    const flat = lists.reduce((sum, { bytes }) => sum + bytes, 0)
    return [...this.#frequent.values()].reduce((sum, { bytes }) => sum + bytes, flat)
  }

  add(code: number, row: number): void {
    if (code >= this.#first.length || this.#first.at(code) === 0) {
      this.#first.set(code, row + 1)
      return
    }
    const next = code < this.#further.length ? this.#further.at(code) : 0
    if (next === inBits) {
      this.#frequent.get(code)!.add(row)
      return
    }
    const count = (code < this.#counts.length ? this.#counts.at(code) : 0) + 1
    this.#counts.set(code, count)
    this.#further.set(code, this.#links.length)
    this.#links.push(row)
    this.#links.push(next)
    if (count % often === 0 && count * bitsOfLink > row) this.#gather(code)
  }

  /** Adds the rows with this text. */
  mark(code: number, rows: RowBits): void {
    if (code >= this.#first.length || this.#first.at(code) === 0) return
    rows.addKnown(this.#first.at(code) - 1)
    let link = code < this.#further.length ? this.#further.at(code) : 0
    if (link === inBits) rows.addAll(this.#frequent.get(code)!)
    else for (; link > 0; link = this.#links.at(link + 1)) rows.addKnown(this.#links.at(link))
  }

  #gather(code: number): void {
    const rows = new RowBits()
    for (let link = this.#further.at(code); link > 0; link = this.#links.at(link + 1)) {
      rows.add(this.#links.at(link))
    }
    this.#further.set(code, inBits)
    this.#frequent.set(code, rows)
  }
}
