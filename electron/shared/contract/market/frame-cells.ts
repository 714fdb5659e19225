import type { Figures, MarketFrame } from './market-news'

export class FrameWriter {
  readonly numbers: Float64Array
  readonly texts: string[] = []
  exact: Map<number, string> | null = null
  #at = 0

  constructor(cells: number) {
    this.numbers = new Float64Array(cells)
  }

  put(value: number): void {
    this.numbers[this.#at] = value
    this.#at += 1
  }

  text(text: string | null): number {
    return text === null ? -1 : this.texts.push(text) - 1
  }

  block(values: Float64Array): void {
    this.numbers.set(values, this.#at)
    this.#at += values.length
  }

  figures({ values, exact }: Figures): void {
    if (exact && exact.size > 0) {
      this.exact ??= new Map()
      for (const [index, text] of exact) this.exact.set(this.#at + index, text)
    }
    this.block(values)
  }
}

/** Reads cells in the same order, as views of the frame's memory. */
export class FrameReader {
  #at = 0

  constructor(private readonly frame: MarketFrame) {}

  take(): number {
    const value = this.frame.numbers[this.#at]
    if (value === undefined) throw new Error('A market frame ends too early')
    this.#at += 1
    return value
  }

  takeOrNull(): number | null {
    const value = this.take()
    return Number.isNaN(value) ? null : value
  }

  text(): string | null {
    const index = this.take()
    return index < 0 ? null : (this.frame.texts?.[index] ?? null)
  }

  block(length: number): Float64Array {
    this.#at += length
    return this.frame.numbers.subarray(this.#at - length, this.#at)
  }

  figures(length: number): Figures {
    const from = this.#at
    return { values: this.block(length), exact: this.#exactWithin(from, this.#at) }
  }

  #exactWithin(from: number, to: number): ReadonlyMap<number, string> | null {
    const { exact } = this.frame
    if (exact === undefined) return null
    const within = new Map<number, string>()
    for (const [cell, text] of exact) if (cell >= from && cell < to) within.set(cell - from, text)
    return within.size > 0 ? within : null
  }
}
