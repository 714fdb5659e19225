import type { Look } from '../../lib/canvas'
import { flashStrength, type Flash } from './changed-digits'
import type { Columns } from './columns'
import type { Side } from '../../lib/markets'
import { rowHeight } from './ladder'

/** The content of a row; unchanged rows are not repainted. */
export interface RowStyle {
  side: Side | null
  price: string
  size: string
  total: string
  /** In pixels. */
  bar: number
  traded: string
  bought: number
  sold: number
  unknown: number
  flash: Flash | null
  strength: number
  alert: 'armed' | 'resting' | null
  /** An alert between this row and the next. */
  alertBelow: 'armed' | 'resting' | null
  /** Part of the size whose cost is shown. */
  taken: boolean
  /** The edge of its worst price. */
  worst: 'above' | 'below' | null
  pointed: boolean
  cursor: boolean
  /** The sides meet above this row, unlike when the rows were pinned. */
  meets: boolean
  between: Side | null
  /** For an empty side: "No asks". */
  note: string
}

export interface RowOnCanvas {
  readonly left: number
  readonly width: number
  readonly top: number
  readonly columns: Columns
  /** Of a digit, and of the longest price. */
  readonly character: number
  readonly priceWidth: number
  /** Of the sizes. */
  readonly decimals: number
  /** The origin of bars. */
  readonly from: 'left' | 'right'
}

const baseline = 13
const barInset = 1
const minZeros = 2
const stripe = 3

export const emptyStyle = (): RowStyle => ({
  side: null,
  price: '',
  size: '',
  total: '',
  bar: 0,
  traded: '',
  bought: 0,
  sold: 0,
  unknown: 0,
  flash: null,
  strength: 0,
  alert: null,
  alertBelow: null,
  taken: false,
  worst: null,
  pointed: false,
  cursor: false,
  meets: false,
  between: null,
  note: ''
})

export const strengthOf = (flash: Flash | null, now: number) => (flash ? flashStrength(now - flash.at) : 0)

export function paintRow(
  context: CanvasRenderingContext2D,
  look: Look,
  style: RowStyle,
  place: RowOnCanvas
): void {
  const { left, width, top, columns, from } = place
  context.fillStyle = style.pointed ? look.selected : look.panel
  context.fillRect(left, top, width, rowHeight)
  if (style.bar > 0) {
    context.fillStyle = style.side === 'asks' ? look.askWash : look.bidWash
    const start = from === 'right' ? left + width - style.bar : left
    context.fillRect(start, top + barInset, style.bar, rowHeight - 2 * barInset)
  }
  text(context, style.note, look.dim, width / 2 + (style.note.length * place.character) / 2, place)
  paintTraded(context, look, style, place)
  const ink = style.side === 'asks' ? look.ask : style.side === 'bids' ? look.bid : look.dim
  text(context, style.price, ink, columns.ends.price, place)
  paintSize(context, look, style, place)
  text(context, style.total, look.dim, columns.ends.total, place)
  paintMarks(context, look, style, place)
}

function text(
  context: CanvasRenderingContext2D,
  figure: string,
  ink: string,
  end: number,
  { left, top }: RowOnCanvas
): void {
  if (figure === '' || Number.isNaN(end)) return
  context.fillStyle = ink
  context.fillText(figure, left + end, top + baseline)
}

/** Trailing zeros are dimmed. */
function paintSize(context: CanvasRenderingContext2D, look: Look, style: RowStyle, place: RowOnCanvas): void {
  const { size } = style
  const end = place.columns.ends.size
  let zeros = 0
  while (zeros < place.decimals && size[size.length - 1 - zeros] === '0') zeros += 1
  if (zeros < minZeros) text(context, size, look.text, end, place)
  else {
    text(context, size.slice(0, -zeros), look.text, end - zeros * place.character, place)
    text(context, size.slice(-zeros), look.dim, end, place)
  }
  paintFlash(context, look, style, place)
}

/** Buys in the upper half, sells in the lower half, unknown in between. */
function paintTraded(
  context: CanvasRenderingContext2D,
  look: Look,
  { traded, bought, sold, unknown }: RowStyle,
  place: RowOnCanvas
): void {
  const { columns, left, top } = place
  if (traded === '' || columns.bars === 0) return
  const start = left + columns.barsEnd - columns.bars
  context.fillStyle = look.bid
  if (bought > 0) context.fillRect(start, top + 4, bought, 4)
  context.fillStyle = look.ask
  if (sold > 0) context.fillRect(start, top + 11, sold, 4)
  context.fillStyle = look.dim
  if (unknown > 0) context.fillRect(start, top + 8, unknown, 3)
  text(context, traded, look.dim, columns.ends.traded, place)
}

function paintFlash(
  context: CanvasRenderingContext2D,
  look: Look,
  { flash, strength, size }: RowStyle,
  place: RowOnCanvas
): void {
  const { columns, character } = place
  const end = columns.ends.size
  if (!flash || strength === 0 || Number.isNaN(end)) return
  const last = end - (size.length - flash.to) * character
  context.globalAlpha = strength
  text(context, size.slice(flash.from, flash.to), look.accent, last, place)
  context.globalAlpha = 1
}

function paintMarks(
  context: CanvasRenderingContext2D,
  look: Look,
  style: RowStyle,
  place: RowOnCanvas
): void {
  const { left, width, top } = place
  if (style.taken) paintTaken(context, look, style, place)
  const inkOf = (alert: 'armed' | 'resting') => (alert === 'armed' ? look.warning : look.dim)
  if (style.alertBelow) paintAlertBelow(context, inkOf(style.alertBelow), place)
  if (style.alert) paintAlert(context, inkOf(style.alert), place)
  if (style.between) {
    context.fillStyle = style.between === 'asks' ? look.ask : look.bid
    context.fillRect(left, top + rowHeight - 2, 6, 2)
  }
  if (style.meets) {
    context.fillStyle = look.warning
    context.fillRect(left, top, width, 1)
  }
  if (!style.pointed && !style.cursor) return
  context.strokeStyle = style.pointed ? look.edge : look.accent
  context.lineWidth = 1
  context.strokeRect(left + 0.5, top + 0.5, width - 1, rowHeight - 1)
}

/** A stripe where bars end, and a dashed line at the worst price. */
function paintTaken(
  context: CanvasRenderingContext2D,
  look: Look,
  { worst }: RowStyle,
  { left, width, top, from }: RowOnCanvas
): void {
  context.fillStyle = look.accent
  context.fillRect(from === 'right' ? left : left + width - stripe, top, stripe, rowHeight)
  if (worst === null) return
  const y = worst === 'above' ? top : top + rowHeight - 1
  for (let x = left; x < left + width; x += 7) context.fillRect(x, y, 4, 1)
}

/** A line at the row's edge with a wedge. */
function paintAlertBelow(
  context: CanvasRenderingContext2D,
  ink: string,
  { left, top, width }: RowOnCanvas
): void {
  const [right, bottom] = [left + width, top + rowHeight]
  context.fillStyle = ink
  context.fillRect(left, bottom - 1, width, 1)
  context.beginPath()
  context.moveTo(right, bottom - 7)
  context.lineTo(right, bottom)
  context.lineTo(right - 7, bottom)
  context.closePath()
  context.fill()
}

/** A bell before the price and a line below it. */
function paintAlert(
  context: CanvasRenderingContext2D,
  ink: string,
  { left, top, width, columns, priceWidth }: RowOnCanvas
): void {
  context.fillStyle = ink
  for (let x = left; x < left + width; x += 6) context.fillRect(x, top + rowHeight - 1, 3, 1)
  const x = Math.max(left + 1, left + columns.ends.price - priceWidth - 13)
  const y = top + 4
  context.beginPath()
  context.moveTo(x + 1, y + 7.5)
  context.lineTo(x + 1.8, y + 6)
  context.lineTo(x + 1.8, y + 3.5)
  context.arc(x + 4.5, y + 3.5, 2.7, Math.PI, 0)
  context.lineTo(x + 7.2, y + 6)
  context.lineTo(x + 8, y + 7.5)
  context.closePath()
  context.fill()
  context.fillRect(x + 3.7, y + 8.3, 1.6, 1.4)
}
