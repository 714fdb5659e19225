import { tapeText } from '../../messages/panels/trades'
import { marketUnits } from '#shared/domain/market/symbol'
import type { Desk } from '../desk'
import type { Paint, Painter } from '../canvas'
import { every } from '../every'
import type { MarketView } from '../markets'
import { TapeAlarm } from './alarm'
import { Holding, type HoldReason } from './holding'
import { breakText, headHeight, paintTape, rowHeight, sideText, visibleRows } from './paint-tape'
import { RowTexts, timeNote } from './row-text'
import { sameRows, type TapeRow } from './rows'
import { groupingOf, type TradeRow } from './trade-row'
import { timeOf } from './time'
import { TapeModel, type TapeOptions } from './tape-model'

/** Shares the cursor with other panels; a `PanelHost` is one. */
export interface Pointing {
  point(at: { readonly at: number | null; readonly price: string | null } | null): void
  readonly cursor: { readonly at: number | null; readonly price: string | null } | null
  onCursor(listener: () => void): () => void
}

interface TapeSource {
  readonly desk: Desk
  readonly view: () => MarketView
  readonly options: () => TapeOptions
  readonly unit: () => string | null
  readonly pointing: () => Pointing | null
}

/** The shortest time between changes of figures in the page. */
const pause = 200
/** Milliseconds without requests after one that failed. */
const pauseAfterFailure = 5000

/** The state of one tape list: its scroll position, hold and pointed row. */
export class TapeState {
  /** The row under the pointer, or -1. */
  place = $state(-1)
  note = $state('')
  waiting = $state.raw<{ readonly count: number; readonly more: boolean } | null>(null)
  empty = $state(true)
  /** There are trades, but the filter shows none. */
  filtered = $state(false)
  loading = $state(false)
  readonly model: TapeModel
  #painter: Painter | null = null
  #texts: RowTexts
  #market: string
  #offset = 0
  /** The list scrolls by whole rows; a wheel is finer. */
  #wheel = 0
  #pointed = -1
  readonly #holding = new Holding()
  #pausedUntil = -Infinity
  readonly #alarm: TapeAlarm

  constructor(private readonly source: TapeSource) {
    this.model = new TapeModel(source.options())
    this.#market = source.view().market
    this.#texts = this.#newTexts()
    this.#alarm = new TapeAlarm((tone) => void source.desk.sounds.play(tone))
  }

  get held(): boolean {
    return this.#holding.active
  }

  /** The currency of values; null if unknown. */
  get quote(): string | null {
    const { quote } = marketUnits(this.source.view().market)
    return quote === 'quote' ? null : quote
  }

  get perSecond(): boolean {
    return this.source.options().perSecond
  }

  get offset(): number {
    return this.#offset
  }

  get pointedRow(): TapeRow | null {
    return this.model.rows(this.#wanted)[this.#pointed] ?? null
  }

  said(): string {
    const row = this.pointedRow
    const { clock } = this.source.desk.settings.now
    if (!row) return ''
    if (row.kind !== 'trade') return breakText(row, this.source.desk.settings.now)
    const prints = row.count > 1 ? `, ${row.count} prints` : ''
    const { price, time } = this.#texts.of(row)
    const note = timeNote(row, clock)
    return `${time}, ${sideText(row)}, ${this.perSecond ? 'VWAP' : 'price'} ${price}, size ${this.#texts.wholeSize(row)}${prints}${row.large ? ', large' : ''}${note && `. ${note}`}`
  }

  /** The number of visible rows. */
  get visible(): number {
    return visibleRows(this.#painter?.height ?? 0)
  }

  start(painter: Painter): () => void {
    this.#painter = painter
    const { view, pointing } = this.source
    const stops = [
      view().onPaint(() => this.take()),
      pointing()?.onCursor(() => painter.invalidate()) ?? (() => {}),
      this.#alarm.watch(document),
      every(pause, () => this.updateWaiting())
    ]
    this.take()
    return () => {
      stops.forEach((stop) => stop())
      this.#painter = null
      if (this.#pointed >= 0) pointing()?.point(null)
    }
  }

  take(): void {
    const view = this.source.view()
    if (view.market !== this.#market) {
      this.#market = view.market
      this.#texts = this.#newTexts()
      this.release()
    }
    const before = this.model.rows(this.#wanted)
    const large = this.model.take(view)
    if (!this.model.held && this.held) this.release()
    const newest = view.trades?.last
    // Only live trades sound.
    if (large.length > 0 && newest && view.state === 'live' && !this.source.desk.replay.active)
      this.#alarm.sound(large, timeOf(newest), view.tradeAge ?? Infinity)
    if (!sameRows(this.model.rows(this.#wanted), before)) this.#painter?.invalidate()
    this.#readEmpty()
  }

  /** Settings of the panel, the clock or the number format. */
  reset(options: TapeOptions): void {
    this.model.set(options)
    this.#texts = this.#newTexts()
    this.#readEmpty()
    this.#painter?.invalidate()
  }

  paint: Paint = (surface, look) => {
    const { desk, options, unit, pointing } = this.source
    this.#offset = Math.min(this.#offset, this.#lastOffset())
    paintTape(surface, look, {
      rows: this.model.rows(this.#wanted),
      offset: this.#offset,
      texts: this.#texts,
      grouping: groupingOf(options()),
      base: unit(),
      quote: this.quote,
      clock: desk.settings.now.clock,
      numbers: desk.settings.now.numbers,
      now: desk.time.exact,
      pointed: this.#pointed,
      cursor: this.#pointed >= 0 ? null : (pointing()?.cursor ?? null)
    })
  }

  hold(reason: HoldReason): void {
    if (!this.#holding.add(reason)) return
    this.model.hold()
    this.updateWaiting()
  }

  /** Held by the user, not just by the pointer. */
  get stopped(): boolean {
    return this.#holding.byUser
  }

  /** Resumes at the newest trade. */
  release(): void {
    this.#holding.release()
    this.model.release()
    this.#offset = 0
    this.#wheel = 0
    this.#point(-1)
    this.updateWaiting()
    this.#painter?.invalidate()
  }

  toggle(): void {
    if (this.#holding.keyResumes) this.release()
    else this.hold('key')
  }

  pointerAt(top: number, holds: boolean): void {
    this.#holding.pointerAt(top)
    if (holds) this.hold('pointer')
    this.#point(this.#rowAt(top))
  }

  pointerLeft(): void {
    this.#point(-1)
    if (this.#holding.pointerLeft()) this.release()
  }

  wheel(pixels: number): void {
    this.#wheel += pixels / rowHeight
    const rows = Math.trunc(this.#wheel)
    this.#wheel -= rows
    if (rows !== 0) this.scroll(rows)
  }

  /** Scrolls through the kept trades; the tape resumes at the newest. */
  scroll(rows: number): void {
    const wanted = Math.max(0, this.#offset + rows)
    if (wanted > 0) this.hold('scroll')
    this.#offset = Math.min(wanted, this.#lastOffset())
    if (this.#offset === 0 && this.#holding.drop('scroll')) this.release()
    const { pointerTop } = this.#holding
    if (pointerTop !== null) this.#point(this.#rowAt(pointerTop))
    this.#painter?.invalidate()
    void this.#loadOlder()
  }

  /** Moves the keyboard cursor, which pauses the tape and scrolls the list. */
  move(rows: number): void {
    this.hold('key')
    const all = this.model.rows(Infinity)
    const from = this.#pointed < 0 ? this.#offset - (rows > 0 ? 1 : 0) : this.#pointed
    const to = Math.max(0, Math.min(all.length - 1, from + rows))
    const full = Math.max(1, this.visible - 1)
    if (to < this.#offset) this.#offset = to
    else if (to >= this.#offset + full) this.#offset = to - full + 1
    this.#point(to)
    void this.#loadOlder()
  }

  updateWaiting(): void {
    const { waiting } = this.model
    if (waiting?.count === this.waiting?.count && waiting?.more === this.waiting?.more) return
    this.waiting = waiting
  }

  /** Older trades from the recording, once its end is near. */
  async #loadOlder(): Promise<void> {
    const { model } = this
    const end = model.olderEnd
    const isNear = this.#offset + 2 * this.visible >= model.rows(Infinity).length
    if (!end || this.loading || !isNear || performance.now() < this.#pausedUntil) return
    const add = model.addOlder
    this.loading = true
    const page = await this.source
      .view()
      .readOlderTrades(end)
      .catch(() => null)
    this.loading = false
    if (!page) return void (this.#pausedUntil = performance.now() + pauseAfterFailure)
    add(page)
    this.#painter?.invalidate()
    // All of the page may be there already, or hidden by the filter.
    await this.#loadOlder()
  }

  #readEmpty(): void {
    this.empty = (this.source.view().trades?.rows.length ?? 0) === 0
    this.filtered = !this.empty && !this.model.rows(this.#wanted).some(({ kind }) => kind === 'trade')
  }

  #point(place: number): void {
    const { pointing } = this.source
    const row = place < 0 ? null : this.model.rows(this.#wanted)[place]
    const next = row ? place : -1
    if (next === this.#pointed) return
    this.#pointed = next
    this.place = next
    this.note = row?.kind === 'trade' ? this.#noteOf(row) : ''
    pointing()?.point(row?.kind === 'trade' ? { at: row.at, price: row.trade.price } : null)
    this.#painter?.invalidate()
  }

  #noteOf(row: TradeRow): string {
    const whole = this.#texts.wholeSize(row)
    const size = whole === this.#texts.size(row) ? '' : tapeText.exactSize(whole)
    return [size, timeNote(row, this.source.desk.settings.now.clock)].filter(Boolean).join('. ')
  }

  #rowAt(top: number): number {
    return top < headHeight ? -1 : this.#offset + Math.floor((top - headHeight) / rowHeight)
  }

  get #wanted(): number {
    return this.#offset + this.visible + 1
  }

  #lastOffset(): number {
    if (this.#offset === 0) return 0
    return Math.max(0, this.model.rows(Infinity).length - Math.max(1, this.visible - 1))
  }

  #newTexts(): RowTexts {
    const { numbers, clock } = this.source.desk.settings.now
    return new RowTexts({ numbers, clock, isMean: this.perSecond })
  }
}
