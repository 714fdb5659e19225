import { maxLevels } from '#shared/contract/market/markets'
import { parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { Look, Painter, Surface } from '../../lib/canvas'
import { Flashes, flashFor, flashStep } from './changed-digits'
import { GrowingLengths, type Columns } from './columns'
import { RowStyles } from './row-styles'
import { Ladder, priceOf, type RowPosition } from './ladder'
import { LadderBook } from './ladder-book'
import { LadderFigures } from './ladder-figures'
import type { LadderInput, LadderPorts } from './ladder-input'
import { MiddleStyles } from './middle-styles'
import { RowTraded } from './row-traded'
import { paintBlank, paintWaiting, Scene } from './scene'
import { lastTaken } from './taken'
import type { Row } from './row'
import { OneShotTimer } from '../../lib/one-shot-timer'

/** The ladder with its book, pointer and painting. */
export class LadderView {
  readonly ladder = new Ladder()
  readonly figures = new LadderFigures()
  readonly traded = new RowTraded()
  book: LadderBook | null = null
  pointed: RowPosition | null = null
  /** The pointer is in the ladder, so prices do not move. */
  #holding = false
  input: LadderInput
  step: Decimal | null = null
  /** The mid when the rows were pinned. */
  heldMid: Decimal | null = null
  readonly #lengths = new GrowingLengths()
  readonly #styles = new RowStyles(this.ladder, this.figures, this.traded, this.#lengths)
  readonly #scene = new Scene(this.ladder, this.#lengths)
  readonly #flashes = new Flashes('size')
  readonly #middle = new MiddleStyles(this)
  readonly #repaintTimer: OneShotTimer
  #painter: Painter | null = null
  #columns: readonly Columns[] = []

  constructor(
    input: LadderInput,
    readonly ports: LadderPorts
  ) {
    this.input = input
    this.#repaintTimer = new OneShotTimer(ports.now, () => this.#painter?.invalidate())
    this.#take(input)
  }

  attach(painter: Painter): () => void {
    this.#painter = painter
    const restored = () => {
      this.#scene.invalidate()
      painter.invalidate()
    }
    painter.canvas.addEventListener('contextrestored', restored)
    return () => {
      painter.canvas.removeEventListener('contextrestored', restored)
      this.#painter = null
      this.#repaintTimer.stop()
    }
  }

  set(input: LadderInput): void {
    const before = this.input
    this.input = input
    const another = input.market !== before.market
    if (another) this.traded.clear()
    if (another || input.grouping !== before.grouping || input.settings.shape !== before.settings.shape) {
      this.pointed = null
      this.ladder.release()
      this.ladder.recentre(null)
      this.#flashes.clear()
      this.figures.reset()
      this.#middle.begin()
    }
    if (another || input.numbers !== before.numbers || input.settings.total !== before.settings.total)
      this.#lengths.reset()
    this.#take(input)
    this.invalidate()
  }

  /** Pins the rows until `release`. */
  point(position: RowPosition | null): void {
    this.pointed = position
    this.#holding = true
    if (this.book && !this.ladder.held) this.#pin(this.book)
    this.invalidate()
  }

  release(): void {
    this.pointed = null
    this.#holding = false
    this.heldMid = null
    this.ladder.release()
    this.invalidate()
  }

  scroll(by: number): void {
    if (!this.book || by === 0) return
    this.ladder.scroll(this.book, by)
    this.ladder.fill(this.book)
    this.invalidate()
  }

  recentre(): void {
    this.ladder.recentre(this.book)
    if (this.ladder.held) this.heldMid = this.book?.levels.best()?.mid ?? null
    this.invalidate()
  }

  invalidate = (): void => this.#painter?.invalidate()

  /** Runs in the animation frame of the update. */
  news(): void {
    this.#painter?.paintNow()
  }

  paint(surface: Surface, look: Look): void {
    const { ladder } = this
    const isFresh = this.#follow()
    this.#repaintTimer.stop()
    if (!this.book) {
      this.#scene.invalidate()
      if (this.input.mayArrive) paintWaiting(surface, look)
      else paintBlank(surface, look)
      this.ports.filled()
      return
    }
    if (surface.width !== ladder.width || surface.height !== ladder.height)
      ladder.resize(surface.width, surface.height)
    ladder.fill(this.book)
    if (this.#holding && !ladder.held) this.#pin(this.book)
    const { settings, numbers, state } = this.input
    if (isFresh) for (const { visible } of ladder.lanes) this.figures.learn(this.book, visible.rows)
    this.figures.begin(this.book, this.input, this.step)
    this.traded.round(this.figures.sizeDigits)
    const now = this.ports.now()
    const brightens = settings.flash && look.motion && state === null
    if (isFresh) this.#flashes.begin()
    if (!brightens) this.#flashes.clear()
    this.#readTrades(now)
    this.#styles.make({
      book: this.book,
      settings,
      numbers,
      step: this.step,
      live: state === null,
      flashes: brightens ? this.#flashes : null,
      now,
      pointed: this.pointed,
      cursor: this.#cursorPosition(),
      taken: lastTaken(this.book, this.ports.view.cost),
      lines: this.#linePositions()
    })
    const middle = this.#middle.make(brightens, now)
    this.#scene.paint(surface, look, this.#styles, middle.style, this.figures.sizeDigits)
    if (now - Math.max(this.#flashes.latest, middle.flashed) < flashFor)
      this.#repaintTimer.at(now + flashStep)
    this.#notify()
  }

  /** From top to bottom; asks first if the sides are side by side. */
  rows(): readonly Row[] {
    if (!this.ladder.beside) return this.ladder.lanes[0]!.visible.rows
    const [bids, asks] = this.ladder.lanes
    return [...asks!.visible.rows.toReversed(), ...bids!.visible.rows]
  }

  pointedRow(): Row | null {
    const row = this.pointed && this.ladder.row(this.pointed)
    return row?.kind === 'level' ? row : null
  }

  #pin(book: LadderBook): void {
    this.ladder.hold(book)
    this.heldMid = book.levels.best()?.mid ?? null
  }

  #take({ settings, grouping }: LadderInput): void {
    this.ladder.shape(settings.shape === 'beside')
    this.step = grouping === null ? null : parseDecimal(grouping)
    this.traded.invalidate()
    if (!settings.traded && this.#lengths.lengths.traded > 0) this.#lengths.reset()
    if (settings.traded) this.#lengths.see('traded', 5)
    if (settings.total !== 'off') this.#lengths.see('total', 5)
  }

  /** Whether the book changed since the last paint. */
  #follow(): boolean {
    const { view } = this.ports
    const levels = view.book
    if (levels === (this.book?.levels ?? null)) return false
    this.book = levels && new LadderBook(levels, view.subscription.parts.book?.levels ?? maxLevels)
    return true
  }

  #readTrades(now: number): void {
    const { settings } = this.input
    const due = settings.traded ? this.traded.read(this.ports.view, settings.tradedMinutes, now) : null
    if (due !== null) this.#repaintTimer.at(now + due)
  }

  #cursorPosition(): RowPosition | null {
    const price = this.pointed ? null : this.ports.cursor()
    return price === null ? null : this.ladder.positionOf(this.book!, Number(price))
  }

  #linePositions() {
    const step = this.step ? Number(this.step.units) / 10 ** this.step.scale : 0
    return this.input.lines.flatMap((line) => {
      const mark = this.ladder.markOf(this.book!, Number(line.price), step)
      return mark ? [{ mark, line }] : []
    })
  }

  #notify(): void {
    const { ports } = this
    if (this.#scene.columns !== this.#columns) ports.columns((this.#columns = this.#scene.columns))
    ports.depth(this.ladder.depth)
    ports.filled()
  }
}

/** Without trailing zeros; null if there is none. */
export function priceText(view: LadderView, row: Row): string | null {
  if (!view.book || Number.isNaN(priceOf(view.book, row))) return null
  return view.figures.plainPrice(row) || null
}
