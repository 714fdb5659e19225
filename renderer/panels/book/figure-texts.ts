import { formatUnits } from '#shared/domain/base/decimal'
import type { NumberFormat } from '../../lib/format/number'

const maxKept = 4000

/** Caches formatted figures, because a book repeats numbers. */
export class FigureTexts {
  readonly #kept = new Map<number, string>()
  #scale = -1
  #places = -1
  #format: NumberFormat = '1234.56'

  constructor(private readonly write: (exact: string, format: NumberFormat, places: number) => string) {}

  begin(scale: number, format: NumberFormat, places: number): void {
    if (this.#scale === scale && this.#format === format && this.#places === places) return
    this.#kept.clear()
    this.#scale = scale
    this.#format = format
    this.#places = places
  }

  /** `exact` if the units are approximate. */
  text(units: number, exact: string | null): string {
    if (exact !== null) return this.write(exact, this.#format, this.#places)
    const kept = this.#kept.get(units)
    if (kept !== undefined) return kept
    if (this.#kept.size >= maxKept) this.#kept.clear()
    const made = this.write(formatUnits(units, this.#scale), this.#format, this.#places)
    this.#kept.set(units, made)
    return made
  }
}
