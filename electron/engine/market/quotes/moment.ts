import type { QuoteLine } from './line'

export interface Quote {
  readonly at: number
  readonly bid: string | null
  readonly ask: string | null
}

/** Reads the lines of a day for one moment. */
export class MomentInDay {
  #known: Quote | 'gap' | 'unknown' = 'unknown'
  /** The time until which the last line is valid. */
  #until = -1
  /** A later recording started. */
  #over = false

  constructor(private readonly moment: number) {}

  add(line: QuoteLine): void {
    const { at } = line
    if (line.kind === 'S') return this.#start(at)
    if (this.#over) return
    this.#until = Math.max(this.#until, at)
    if (at > this.moment) return
    if (line.kind === 'Q') this.#known = { at, bid: line.bid, ask: line.ask }
    else if (line.kind === 'G') this.#known = 'gap'
  }

  get result(): Quote | 'gap' | 'unknown' {
    return this.moment <= this.#until ? this.#known : 'unknown'
  }

  #start(at: number): void {
    this.#over = at > this.moment
    if (this.#over && this.moment <= this.#until) return
    this.#known = 'unknown'
    this.#until = at
  }
}
