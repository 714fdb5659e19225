import { formatUnits } from '../../../../../electron/shared/domain/decimal'
import { formatDecimal, type NumberFormat } from '../../../../lib/format/number'

const mostKept = 4000

/**
 * Figures as they are shown, kept by their units: a book says the same numbers again and again, and making a text of one
 * costs many times what finding it does.
 */
export class FigureTexts {
  readonly #kept = new Map<number, string>()
  #scale = -1
  #format: NumberFormat | null = null

  begin(scale: number, format: NumberFormat): void {
    if (this.#scale === scale && this.#format === format) return
    this.#kept.clear()
    this.#scale = scale
    this.#format = format
  }

  /** `exact` where the units are merely near the number. */
  text(units: number, exact: string | null): string {
    if (exact !== null) return formatDecimal(exact, this.#format!, { places: this.#scale })
    const kept = this.#kept.get(units)
    if (kept !== undefined) return kept
    if (this.#kept.size >= mostKept) this.#kept.clear()
    const made = formatDecimal(formatUnits(units, this.#scale), this.#format!)
    this.#kept.set(units, made)
    return made
  }
}
