import { addDecimals, compareDecimals, type Decimal } from '#shared/domain/base/decimal'
import { amountOf, type Amount } from './amount'

const nothing: Decimal = { units: 0n, scale: 0 }
const dateLike = /^(\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,]+\d{2,4})/
export const isDate = (cell: string) => dateLike.test(cell) && amountOf(cell) === null
const totalLike = /^\W*(grand |sub-?)?(total|sum|totals)\b/i

/** The facts about one column without the last row: whether that is a row of totals is known only at the end. */
class Column {
  #sum: Decimal | null = nothing
  #isProven = false
  #isUnsure = false
  #dates = 0
  #cells = 0
  #amounts = 0
  /** Some row before the last is called so, too: then it is a kind, and no total. */
  #wasCalledTotal = false
  #last: string | null = null

  take(cell: string): void {
    this.#settle()
    this.#last = cell.trim()
  }

  /** All rows but the last have a date here, and the last has none. */
  get lacksLastDate(): boolean {
    return this.#cells > 0 && this.#dates === this.#cells && !isDate(this.#last ?? '')
  }

  get isCalledTotal(): boolean {
    return totalLike.test(this.last) && !this.#wasCalledTotal
  }

  get last(): string {
    return this.#last ?? ''
  }

  get lastAmount(): Decimal | null {
    const amount = amountOf(this.last)
    return amount && this.#read(amount)
  }

  get addsUp(): boolean {
    const [own, sum] = [this.lastAmount, this.sum(false)]
    return own !== null && sum !== null && own.units !== 0n && compareDecimals(own, sum) === 0
  }

  sum(withLast: boolean): Decimal | null {
    if (withLast) this.#settle()
    return this.#amounts === 0 || (this.#isUnsure && !this.#isProven) ? null : this.#sum
  }

  #read({ value, reads }: Amount): Decimal | null {
    return reads === 'unsure' && !this.#isProven ? null : value
  }

  #settle(): void {
    if (this.#last === null) return
    const amount = amountOf(this.#last)
    // A blank cell is nothing, and no text.
    if (this.#last !== '') this.#sum = this.#sum && amount && addDecimals(this.#sum, amount.value)
    if (amount) this.#amounts += 1
    this.#wasCalledTotal ||= totalLike.test(this.#last)
    this.#isProven ||= amount?.reads === 'proof'
    this.#isUnsure ||= amount?.reads === 'unsure'
    this.#cells += 1
    if (isDate(this.#last)) this.#dates += 1
    this.#last = null
  }
}

export interface Sums {
  /** By column, exact; null where a cell is not a number. */
  readonly sums: readonly (Decimal | null)[]
  /** The totals in the table's last row, by column; null where that row is an ordinary one. */
  readonly totals: readonly (Decimal | null)[] | null
}

/** Sums the columns of a table while its rows come. */
export class Columns {
  readonly #columns: readonly Column[]
  #rows = 0

  constructor(count: number) {
    this.#columns = Array.from({ length: count }, () => new Column())
  }

  take(cells: readonly string[]): void {
    this.#rows += 1
    for (const [index, column] of this.#columns.entries()) column.take(cells[index] ?? '')
  }

  end(): Sums {
    const hasTotals = this.#rows > 1 && this.#endsInTotals()
    const totals = hasTotals ? this.#columns.map((column) => column.lastAmount) : null
    return { totals, sums: this.#columns.map((column) => (this.#rows > 0 ? column.sum(!hasTotals) : null)) }
  }

  /** Without a date, and blank there, called so in some cell, or adding up what stands above it. */
  #endsInTotals(): boolean {
    const undated = this.#columns.filter((column) => column.lacksLastDate)
    return (
      this.#columns.some((column) => column.isCalledTotal) ||
      undated.some(({ last }) => last === '') ||
      (undated.length > 0 && this.#columns.some((column) => column.addsUp))
    )
  }
}
