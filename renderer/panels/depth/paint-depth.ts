import { depthText } from '../../messages/panels/depth'
import { figureWidth, sharp, type Look, type Surface } from '../../lib/canvas'
import type { BookLevels, Side } from '../../lib/markets'
import { niceTicks, powerTicks, tickText } from './axis'
import { wordSize, wordWidth } from '../../lib/canvas/word-width'
import { extentAt, isClear, type Extent } from './labels'
import type { Place } from './place'
import type { SentLevels } from './figures'
import { isWhole } from './figures'

interface DepthTexts {
  /** In the person's way of writing numbers. */
  readonly number: (plain: string) => string
  readonly mid: string | null
  readonly crossed: boolean
  readonly cursor: { readonly price: number; readonly text: string } | null
}

export function paintDepth(surface: Surface, look: Look, place: Place, sent: SentLevels, texts: DepthTexts) {
  const { context } = surface
  paintSide(surface, look, place, 'bids')
  paintSide(surface, look, place, 'asks')
  context.textBaseline = 'middle'
  const mid = midLabel(context, look, place, texts)
  const cursor = cursorLabel(look, place, texts)
  paintSizes(surface, look, place, texts, mid?.extent ?? null)
  paintPrices(surface, look, place, texts, cursor)
  if (mid) paintMid(surface, look, place, texts.crossed, mid)
  paintEnd(surface, look, place, sent, 'bids')
  paintEnd(surface, look, place, sent, 'asks')
  if (cursor) paintCursor(surface, look, place, texts, cursor)
}

/** Steps from the middle outwards: between two levels there is as much as up to the nearer one. */
function paintSide({ context }: Surface, look: Look, place: Place, side: Side): void {
  const { book, priceUnit, amountUnit } = place.scene
  const count = book.count(side)
  if (count === 0) return
  const start = place.x(book.price(side, 0) * priceUnit)
  const outwards = side === 'bids' ? -1 : 1
  const end = side === 'bids' ? -2 : place.width + 2
  let y = place.bottom
  let x = start
  const outline = new Path2D()
  outline.moveTo(x, y)
  for (let row = 0; row < count; row += 1) {
    const next = place.x(book.price(side, row) * priceUnit)
    if ((next - end) * outwards > 0) {
      x = end
      outline.lineTo(x, y)
      break
    }
    // Levels within half a pixel are one step.
    if (Math.abs(next - x) >= 0.5) {
      x = next
      outline.lineTo(x, y)
    }
    y = place.y(book.sum(side, row) * amountUnit)
    outline.lineTo(x, y)
  }
  const area = new Path2D(outline)
  area.lineTo(x, place.bottom)
  area.lineTo(start, place.bottom)
  context.fillStyle = side === 'bids' ? look.bidWash : look.askWash
  context.fill(area)
  context.strokeStyle = side === 'bids' ? look.bid : look.ask
  context.lineWidth = 1.5
  context.stroke(outline)
}

/** None stands where the mid is said, nor where it is said that a side ends. */
function paintSizes(
  { context, ratio }: Surface,
  look: Look,
  place: Place,
  texts: DepthTexts,
  mid: Extent | null
) {
  const { number } = texts
  const figure = figureWidth(look.figures, wordSize)
  const { scale, maximum, minimum } = place.scene
  const most = Math.floor((place.bottom - place.top) / 44)
  const ticks = scale === 'linear' ? niceTicks(0, maximum, most) : powerTicks(minimum, maximum, most)
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0)
  context.font = `${wordSize}px ${look.figures}`
  context.textAlign = 'left'
  for (const tick of ticks) {
    const y = place.y(tick)
    if (y > place.bottom - 20) continue
    context.fillStyle = look.line
    context.fillRect(0, sharp(y, ratio) - 0.5, place.width, 1)
    context.fillStyle = look.dim
    const text = number(tickText(tick, scale === 'linear' ? step : tick))
    const isClearOfMid = y - 14 > place.top || isClear({ left: 6, right: 6 + text.length * figure }, mid)
    if (isClearOfMid) context.fillText(text, 6, y - 7)
  }
}

function paintPrices(
  { context, height }: Surface,
  look: Look,
  place: Place,
  texts: DepthTexts,
  held: Extent | null
) {
  if (place.bottom >= height) return
  const { number } = texts
  const { from, to } = place.scene
  const figure = figureWidth(look.figures, wordSize)
  context.font = `${wordSize}px ${look.figures}`
  context.textAlign = 'center'
  context.fillStyle = look.line
  context.fillRect(0, Math.round(place.bottom), place.width, 1)
  context.fillStyle = look.dim
  const widest = number(tickText(to, (to - from) / 100)).length * figure
  const ticks = niceTicks(from, to, Math.max(1, Math.floor(place.width / (widest + 28))))
  const step = (ticks[1] ?? to) - (ticks[0] ?? from)
  for (const tick of ticks) {
    const text = number(tickText(tick, step))
    const half = (text.length * figure) / 2
    const x = place.x(tick)
    const isIn = x - half >= 2 && x + half <= place.width - 2
    if (isIn && isClear({ left: x - half, right: x + half }, held))
      context.fillText(text, x, place.bottom + 11)
  }
}

/** The cursor of other panels: its price in the axis, where no other label is drawn then. */
function paintCursor(
  { context, ratio }: Surface,
  look: Look,
  place: Place,
  { cursor }: DepthTexts,
  label: Extent
) {
  if (!cursor) return
  const x = place.x(cursor.price)
  context.strokeStyle = look.accent
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.beginPath()
  context.moveTo(sharp(x, ratio), place.top)
  context.lineTo(sharp(x, ratio), place.bottom)
  context.stroke()
  context.setLineDash([])
  context.font = `${wordSize}px ${look.figures}`
  context.fillStyle = look.raised
  context.fillRect(label.left, place.bottom + 2, label.right - label.left, 17)
  context.fillStyle = look.accent
  context.textAlign = 'center'
  context.fillText(cursor.text, (label.left + label.right) / 2, place.bottom + 11)
}

function cursorLabel(look: Look, place: Place, { cursor }: DepthTexts): Extent | null {
  if (!cursor) return null
  const x = place.x(cursor.price)
  if (!(x >= 0 && x <= place.width)) return null
  return extentAt(x, cursor.text.length * figureWidth(look.figures, wordSize) + 10, place.width)
}

function midLabel(context: CanvasRenderingContext2D, look: Look, place: Place, { mid, crossed }: DepthTexts) {
  const x = place.x(place.scene.middle)
  if (mid === null || x < 0 || x > place.width) return null
  const words = crossed ? depthText.crossedMid : depthText.mid
  context.font = `${wordSize}px ${look.words}`
  const wordsWidth = wordWidth(context, look.words, words)
  const size = wordsWidth + mid.length * figureWidth(look.figures, wordSize)
  return { x, words, mid, wordsWidth, extent: extentAt(x, size + 8, place.width) }
}

function paintMid(
  { context, ratio }: Surface,
  look: Look,
  place: Place,
  crossed: boolean,
  { x, words, mid, wordsWidth, extent }: NonNullable<ReturnType<typeof midLabel>>
): void {
  context.strokeStyle = look.edge
  context.lineWidth = 1
  context.setLineDash([3, 3])
  context.beginPath()
  context.moveTo(sharp(x, ratio), place.top)
  context.lineTo(sharp(x, ratio), place.bottom)
  context.stroke()
  context.setLineDash([])
  context.textAlign = 'left'
  const left = extent.left + 4
  const y = place.top / 2 + 2
  context.fillStyle = crossed ? look.warning : look.dim
  context.font = `${wordSize}px ${look.figures}`
  context.fillText(mid, left + wordsWidth, y)
  context.font = `${wordSize}px ${look.words}`
  context.fillText(words, left, y)
}

/** Says why the picture ends where it does, and that an empty side is one. */
function paintEnd({ context }: Surface, look: Look, place: Place, sent: SentLevels, side: Side): void {
  const { book } = sent
  const bids = side === 'bids'
  context.font = `${wordSize}px ${look.words}`
  const middle = place.x(place.scene.middle)
  const x = endOf(book, place, side)
  const text = endText(sent, side)
  const free = bids ? (x ?? middle) : place.width - (x ?? middle)
  const width = wordWidth(context, look.words, text)
  if (free < width + 16) return
  context.textAlign = 'center'
  context.fillStyle = isWhole(sent, side) ? look.dim : look.warning
  context.fillText(text, bids ? free / 2 : place.width - free / 2, place.bottom - 12)
}

function endOf(book: BookLevels, place: Place, side: Side): number | null {
  const count = book.count(side)
  return count === 0 ? null : place.x(book.price(side, count - 1) * place.scene.priceUnit)
}

function endText(sent: SentLevels, side: Side): string {
  const text = depthText.ends[side]
  if (sent.book.all(side) === 0) return text.none
  return isWhole(sent, side) ? text.noneBeyond : text.moreBeyond
}
