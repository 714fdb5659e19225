import { canonical, formatDecimal as plainDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import type { BookLevels } from '../../lib/markets'
import { Flashes, flashStrength } from './changed-digits'
import type { Ladder } from './ladder'
import type { LadderBook } from './ladder-book'
import type { LadderFigures } from './ladder-figures'
import type { LadderInput, LadderPorts } from './ladder-input'
import { middleWords, moveNamed, moveOf, type MiddleWords, type Move } from './middle'
import type { InnerLevel, MiddleStyle } from './paint-middle'
import { innerLevels } from './inner-levels'

interface MiddleSource {
  readonly book: LadderBook | null
  readonly input: LadderInput
  readonly ladder: Ladder
  readonly figures: LadderFigures
  readonly ports: LadderPorts
}

export class MiddleStyles {
  readonly #flashes = new Flashes('price')
  #words: MiddleWords | null = null
  #levels: BookLevels | null = null
  #rows = 0
  #numbers: NumberFormat | null = null
  #price = ''
  #move: Move = null
  #trade: object | null = null

  constructor(private readonly view: MiddleSource) {}

  begin(): void {
    this.#flashes.clear()
    this.#words = null
    this.#price = ''
    this.#move = null
    this.#trade = null
  }

  /** `flashed` is the time of the last price change. */
  make(brightens: boolean, now: number): { style: MiddleStyle; flashed: number } {
    const { levels } = this.view.book!
    const { numbers, state } = this.view.input
    this.#readPrice(levels)
    const price = this.#price === '' ? noNumber : formatDecimal(this.#price, numbers)
    if (!brightens) this.#flashes.clear()
    this.#flashes.begin()
    const flash = brightens ? this.#flashes.see('price', price, Number(this.#price), now) : null
    const strength = flash ? flashStrength(now - flash.at) : 0
    this.#readWords(levels)
    return {
      style: {
        price,
        move: this.#move,
        words: this.#words,
        state,
        inner: this.#inner(),
        flash: flash && strength > 0 ? { from: flash.from, to: flash.to, strength } : null
      },
      flashed: this.#flashes.latest
    }
  }

  #readPrice(levels: BookLevels): void {
    const trades = this.view.input.settings.price === 'last' ? this.view.ports.view.trades : null
    if (trades?.last) {
      if (trades.last === this.#trade) return
      this.#trade = trades.last
      this.#move = moveNamed(trades.move)
      this.#price = trades.last.price
      return
    }
    if (this.#trade !== null) this.begin()
    const mid = levels.best()?.mid
    const text = mid ? plainDecimal(canonical(mid)) : ''
    if (text === this.#price) return
    if (text !== '' && this.#price !== '' && parseDecimal(this.#price)) this.#move = moveOf(this.#price, text)
    if (text === '') this.#move = null
    this.#price = text
  }

  #readWords(levels: BookLevels): void {
    const rows = this.#visible()
    const { numbers } = this.view.input
    const isSame = levels === this.#levels && rows === this.#rows && numbers === this.#numbers
    if (isSame && this.#words) return
    this.#levels = levels
    this.#rows = rows
    this.#numbers = numbers
    this.#words = middleWords(levels, rows, numbers)
  }

  /** The levels that fit around the middle. */
  #visible(): number {
    const { count, beside } = this.view.ladder
    return Math.max(1, beside ? count : Math.floor((count - 1) / 2))
  }

  #inner(): readonly InnerLevel[] {
    const { ladder, book, figures } = this.view
    if (!ladder.held || !book) return []
    return innerLevels(ladder, book).map(({ side, row }) => ({
      side,
      price: figures.price(row),
      size: figures.size(row)
    }))
  }
}
