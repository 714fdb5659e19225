import { tapeText } from '../../messages/panels/trades'
import { figureWidth, type Look, type Surface } from '../canvas'
import { formatTime, zoneLabel, type ClockKind } from '../format/time'
import { cutTo, tapeColumns, type TapeColumns } from './columns'
import { formatShortDuration } from '../format/duration'
import type { NumberFormat } from '../format/number'
import { headWords } from './head'
import type { RowTexts } from './row-text'
import type { GapRow, TapeRow } from './rows'
import type { Grouping, TradeRow } from './trade-row'
import { wordSize, wordWidth } from '../canvas/word-width'

export const rowHeight = 19
/** Of large trades. */
const largeWash = 0.24
const edgeWidth = 3
export const headHeight = 22

interface TapePicture {
  readonly rows: readonly TapeRow[]
  /** The first row that is drawn. */
  readonly offset: number
  readonly texts: RowTexts
  readonly grouping: Grouping
  /** Units of sizes and of values; null if unknown. */
  readonly base: string | null
  readonly quote: string | null
  readonly clock: ClockKind
  readonly numbers: NumberFormat
  readonly now: number
  /** The row under the pointer or the key, or -1. */
  readonly pointed: number
  readonly cursor: { readonly at: number | null; readonly price: string | null } | null
}

export const visibleRows = (height: number) => Math.max(0, Math.ceil((height - headHeight) / rowHeight))

export function paintTape(surface: Surface, look: Look, picture: TapePicture): void {
  const { context, width, height } = surface
  const { rows, offset, texts, grouping } = picture
  const end = Math.min(rows.length, offset + visibleRows(height))
  const isWide = width >= valueFrom
  texts.fit(
    rows.slice(offset, end).filter((row) => row.kind === 'trade'),
    isWide
  )
  const { priceLength, sizeLength } = texts
  const valueLength = isWide ? texts.valueLength : 0
  const columns = tapeColumns(width, { priceLength, sizeLength, valueLength, grouping }, (font) =>
    figureWidth(look.figures, font)
  )
  context.fillStyle = look.panel
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'middle'
  paintHead(surface, look, picture, columns)
  const painter = new RowPainter(surface, look, picture, columns)
  for (let place = offset; place < end; place += 1) {
    painter.paint(rows[place]!, headHeight + (place - offset) * rowHeight, place)
  }
}

/** The value is computed only if there may be room for it. */
const valueFrom = 420

function paintHead({ context, width }: Surface, look: Look, picture: TapePicture, columns: TapeColumns) {
  const { base, quote, now, clock, grouping } = picture
  const titles = { zone: zoneLabel(now, clock), base, quote, isMean: grouping === 'second' }
  context.font = `${wordSize}px ${look.words}`
  context.fillStyle = look.dim
  for (const { text, at, align } of headWords(columns, titles, (word) =>
    wordWidth(context, look.words, word)
  )) {
    context.textAlign = align
    context.fillText(text, at, headHeight / 2)
  }
  context.fillStyle = look.line
  context.fillRect(0, headHeight - 1, width, 1)
}

const sideWords = {
  'book-ask': tapeText.rows.atAsk,
  'book-bid': tapeText.rows.atBid,
  tick: tapeText.rows.byTick,
  none: ''
} as const
const aggressorWords = { buy: 'buy', sell: 'sell', unknown: 'unknown' } as const

export const sideText = ({ trade }: TradeRow) =>
  trade.aggressor === 'unknown'
    ? aggressorWords.unknown
    : `${aggressorWords[trade.aggressor]}, ${sideWords[trade.basis]}`

type Formats = Pick<TapePicture, 'clock' | 'numbers'>

export function breakText(row: Exclude<TapeRow, TradeRow>, formats: Formats): string {
  if (row.kind === 'skipped') return tapeText.rows.hiddenWhy(row.count)
  return gapText(row, formats)
}

function gapText({ from, to, step, count, lasted }: GapRow, { clock, numbers }: Formats): string {
  if (step !== null) return step
  if (count > 1 && to === null) return tapeText.rows.interruptionsSince(count, formatTime(from, clock))
  if (count > 1) return tapeText.rows.interruptions(count, formatShortDuration(lasted, numbers))
  return to === null
    ? tapeText.rows.gapSince(formatTime(from, clock))
    : tapeText.rows.gap(formatShortDuration(lasted, numbers))
}

const shortBreak = (row: Exclude<TapeRow, TradeRow>, formats: Formats) =>
  row.kind === 'skipped' ? tapeText.rows.hidden(row.count) : gapText(row, formats)

class RowPainter {
  readonly #normal: string
  readonly #strong: string
  readonly #words: string

  constructor(
    private readonly surface: Surface,
    private readonly look: Look,
    private readonly picture: TapePicture,
    private readonly columns: TapeColumns
  ) {
    const { font } = columns
    this.#normal = `400 ${font}px ${look.figures}`
    this.#strong = `600 ${font}px ${look.figures}`
    this.#words = `${wordSize}px ${look.words}`
  }

  paint(row: TapeRow, top: number, place: number): void {
    if (row.kind === 'trade') this.#trade(row, top, place)
    else this.#break(row, top)
  }

  #trade(row: TradeRow, top: number, place: number): void {
    const { context } = this.surface
    const { look, columns, picture } = this
    const { texts, cursor } = picture
    const { aggressor } = row.trade
    const middle = top + rowHeight / 2 + 0.5
    if (place === picture.pointed) {
      context.fillStyle = look.selected
      context.fillRect(columns.start, top, columns.right - columns.start, rowHeight)
    }
    const colour = aggressor === 'buy' ? look.bid : aggressor === 'sell' ? look.ask : look.text
    if (row.large) this.#bright(colour, top)
    const at = cursor?.at ?? null
    if (at !== null && Math.floor(at / 1000) === Math.floor(row.at / 1000)) {
      context.fillStyle = look.accent
      context.fillRect(columns.start, top, 2, rowHeight)
    }
    const { from, length } = columns.time
    context.font = this.#normal
    context.textAlign = 'left'
    context.fillStyle = look.dim
    const isAhead = row.trade.ahead > 0
    if (isAhead) context.fillStyle = look.warning
    const time = texts.time(row).slice(from, from + length)
    if (length > 0) context.fillText(time, columns.left, middle)
    if (isAhead) context.fillRect(columns.left, middle + 6, context.measureText(time).width, 1)
    if (columns.sideLeft !== null) {
      context.font = this.#words
      context.fillText(sideText(row), columns.sideLeft, middle)
    }
    context.fillStyle = colour
    this.#mark(aggressor, columns.markLeft, middle)
    context.font = row.large ? this.#strong : this.#normal
    context.textAlign = 'right'
    if (row.large) context.fillStyle = look.text
    context.fillText(texts.price(row), columns.priceRight, middle)
    if (cursor?.price === row.trade.price) {
      const from2 = columns.markLeft + 10
      context.fillRect(from2, top + rowHeight - 2, columns.priceRight - from2, 1)
    }
    context.fillStyle = look.text
    const size = cutTo(texts.size(row), columns.sizeLength)
    context.fillText(size, columns.sizeRight, middle)
    if (columns.valueRight !== null) {
      context.font = this.#normal
      context.fillStyle = row.large ? look.text : look.dim
      context.fillText(texts.value(row), columns.valueRight, middle)
    }
    const beside = [
      ...(row.large && columns.valueRight === null ? [texts.shortValue(row)] : []),
      ...(row.count > 1 ? [`×${row.count}`] : [])
    ]
    for (const text of beside) if (this.#between(text, row, size.length, middle)) break
  }

  /** Beside the price if there is room; the table always has it. */
  #between(text: string, row: TradeRow, sizeLength: number, middle: number): boolean {
    const { context } = this.surface
    const { look, columns } = this
    const one = figureWidth(look.figures, columns.font)
    const right = Math.min(columns.countRight + 4, columns.sizeRight - (sizeLength + 0.6) * one)
    if (right - text.length * one < columns.priceRight + 2) return false
    context.font = this.#normal
    context.fillStyle = row.large ? look.text : look.dim
    context.fillText(text, right, middle)
    return true
  }

  #bright(colour: string, top: number): void {
    const { context } = this.surface
    const { start, right } = this.columns
    context.fillStyle = colour
    context.globalAlpha = largeWash
    context.fillRect(start, top, right - start, rowHeight)
    context.globalAlpha = 1
    context.fillRect(start, top, edgeWidth, rowHeight)
  }

  /** Up for a buying aggressor, down for a seller: the shape shows it without colour. */
  #mark(aggressor: TradeRow['trade']['aggressor'], left: number, middle: number): void {
    const { context } = this.surface
    if (aggressor === 'unknown') {
      context.fillRect(left + 1, middle - 1, 5, 1.5)
      return
    }
    const up = aggressor === 'buy' ? -1 : 1
    context.beginPath()
    context.moveTo(left, middle - 2.5 * up)
    context.lineTo(left + 7, middle - 2.5 * up)
    context.lineTo(left + 3.5, middle + 3 * up)
    context.fill()
  }

  #break(row: Exclude<TapeRow, TradeRow>, top: number): void {
    const { context, width } = this.surface
    const { look, picture } = this
    const middle = top + rowHeight / 2 + 0.5
    context.font = this.#words
    context.textAlign = 'center'
    let text = breakText(row, picture)
    if (wordWidth(context, look.words, text) > width - 40) text = shortBreak(row, picture)
    const half = wordWidth(context, look.words, text) / 2 + 6
    context.fillStyle = look.warning
    context.fillText(text, width / 2, middle)
    context.fillRect(8, middle - 0.5, Math.max(0, width / 2 - half - 8), 1)
    context.fillRect(width / 2 + half, middle - 0.5, Math.max(0, width / 2 - half - 8), 1)
  }
}
