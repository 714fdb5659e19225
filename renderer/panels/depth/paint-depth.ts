import { depthText } from '../../messages/panels/depth'
import { figureWidth, sharp, type Look, type Surface } from '../../lib/canvas'
import type { BookLevels, Side } from '../../lib/markets'
import { niceTicks, powerTicks, stepOf, tickText } from './axis'
import { wordSize, wordWidth } from '../../lib/canvas/word-width'
import { extentAt, isClear, labelHeight, type Extent } from './labels'
import type { PlotArea } from './plot-area'
import { isWhole, type SentLevels } from './figures'

interface DepthTexts {
  /** In the user's number format. */
  readonly number: (plain: string) => string
  readonly mid: string | null
  readonly crossed: boolean
  readonly cursor: { readonly price: number; readonly text: string } | null
  /** The label of a size at the left edge; null for none. */
  readonly nameAt: number | null
}

export function paintDepth(
  surface: Surface,
  look: Look,
  area: PlotArea,
  sent: SentLevels,
  texts: DepthTexts
) {
  const { context } = surface
  paintSide(surface, look, area, 'bids')
  paintSide(surface, look, area, 'asks')
  context.textBaseline = 'middle'
  const mid = midLabel(context, look, area, texts)
  const cursor = cursorLabel(look, area, texts)
  paintSizes(surface, look, area, texts, mid?.extent ?? null)
  paintPrices(surface, look, area, texts, cursor)
  if (mid) paintMid(surface, look, area, texts.crossed, mid)
  paintEnd(surface, look, area, sent, 'bids')
  paintEnd(surface, look, area, sent, 'asks')
  if (cursor) paintCursor(surface, look, area, texts, cursor)
}

/** Steps outward from the middle: between two levels, the size up to the nearer one. */
function paintSide({ context }: Surface, look: Look, area: PlotArea, side: Side): void {
  const { book, priceUnit, amountUnit } = area.scene
  const count = book.count(side)
  if (count === 0) return
  const start = area.x(book.price(side, 0) * priceUnit)
  const outwards = side === 'bids' ? -1 : 1
  const end = side === 'bids' ? -2 : area.width + 2
  let y = area.bottom
  let x = start
  const outline = new Path2D()
  outline.moveTo(x, y)
  for (let row = 0; row < count; row += 1) {
    const next = area.x(book.price(side, row) * priceUnit)
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
    y = area.y(book.sum(side, row) * amountUnit)
    outline.lineTo(x, y)
  }
  const fill = new Path2D(outline)
  fill.lineTo(x, area.bottom)
  fill.lineTo(start, area.bottom)
  context.fillStyle = side === 'bids' ? look.bidWash : look.askWash
  context.fill(fill)
  context.strokeStyle = side === 'bids' ? look.bid : look.ask
  context.lineWidth = 1.5
  context.stroke(outline)
}

/** Not over the labels of the mid and the ends. */
function paintSizes(
  { context, ratio }: Surface,
  look: Look,
  area: PlotArea,
  texts: DepthTexts,
  mid: Extent | null
) {
  const { number } = texts
  const figure = figureWidth(look.figures, wordSize)
  const { scale, maximum, minimum } = area.scene
  const max = Math.floor((area.bottom - area.top) / 44)
  const ticks = scale === 'linear' ? niceTicks(0, maximum, max) : powerTicks(minimum, maximum, max)
  const step = stepOf(ticks)
  context.font = `${wordSize}px ${look.figures}`
  context.textAlign = 'left'
  for (const tick of ticks) {
    const y = area.y(tick)
    if (y > area.bottom - 20) continue
    context.fillStyle = look.line
    context.fillRect(0, sharp(y, ratio) - 0.5, area.width, 1)
    context.fillStyle = look.dim
    const text = number(tickText(tick, scale === 'linear' ? step : tick))
    const right = 6 + text.length * figure
    const at = labelHeight(y, curveUpTo(area, right))
    const isClearOfMid = at - 7 > area.top || isClear({ left: 6, right }, mid)
    const isClearOfName = texts.nameAt === null || Math.abs(at - texts.nameAt) > 15
    if (isClearOfMid && isClearOfName) context.fillText(text, 6, at)
  }
}

/** The heights of the curve between the left edge and there; null if it ends before. */
function curveUpTo(area: PlotArea, right: number) {
  const { book, priceUnit, amountUnit } = area.scene
  const last = book.count('bids') - 1
  if (last < 0 || area.x(book.price('bids', last) * priceUnit) > right) return null
  const heightAt = (x: number) => {
    const price = area.price(x)
    let row = last
    while (row >= 0 && book.price('bids', row) * priceUnit < price) row -= 1
    return row < 0 ? area.bottom : area.y(book.sum('bids', row) * amountUnit)
  }
  return { top: heightAt(0), bottom: heightAt(right) }
}

function paintPrices(
  { context, height }: Surface,
  look: Look,
  area: PlotArea,
  texts: DepthTexts,
  held: Extent | null
) {
  if (area.bottom >= height) return
  const { number } = texts
  const { from, to } = area.scene
  const figure = figureWidth(look.figures, wordSize)
  context.font = `${wordSize}px ${look.figures}`
  context.textAlign = 'center'
  context.fillStyle = look.line
  context.fillRect(0, Math.round(area.bottom), area.width, 1)
  context.fillStyle = look.dim
  const widest = number(tickText(to, (to - from) / 100)).length * figure
  const ticks = niceTicks(from, to, Math.max(1, Math.floor(area.width / (widest + 28))))
  const step = stepOf(ticks)
  for (const tick of ticks) {
    const text = number(tickText(tick, step))
    const half = (text.length * figure) / 2
    const x = area.x(tick)
    const isIn = x - half >= 2 && x + half <= area.width - 2
    if (isIn && isClear({ left: x - half, right: x + half }, held))
      context.fillText(text, x, area.bottom + 11)
  }
}

/** The shared crosshair on the axis, unless another label is there. */
function paintCursor(
  { context, ratio }: Surface,
  look: Look,
  area: PlotArea,
  { cursor }: DepthTexts,
  label: Extent
) {
  if (!cursor) return
  const x = area.x(cursor.price)
  context.strokeStyle = look.accent
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.beginPath()
  context.moveTo(sharp(x, ratio), area.top)
  context.lineTo(sharp(x, ratio), area.bottom)
  context.stroke()
  context.setLineDash([])
  context.font = `${wordSize}px ${look.figures}`
  context.fillStyle = look.raised
  context.fillRect(label.left, area.bottom + 2, label.right - label.left, 17)
  context.fillStyle = look.accent
  context.textAlign = 'center'
  context.fillText(cursor.text, (label.left + label.right) / 2, area.bottom + 11)
}

function cursorLabel(look: Look, area: PlotArea, { cursor }: DepthTexts): Extent | null {
  if (!cursor) return null
  const x = area.x(cursor.price)
  if (!(x >= 0 && x <= area.width)) return null
  return extentAt(x, cursor.text.length * figureWidth(look.figures, wordSize) + 10, area.width)
}

function midLabel(
  context: CanvasRenderingContext2D,
  look: Look,
  area: PlotArea,
  { mid, crossed }: DepthTexts
) {
  const x = area.x(area.scene.middle)
  if (mid === null || x < 0 || x > area.width) return null
  const words = crossed ? depthText.crossedMid : depthText.mid
  context.font = `${wordSize}px ${look.words}`
  const wordsWidth = wordWidth(context, look.words, words)
  const size = wordsWidth + mid.length * figureWidth(look.figures, wordSize)
  return { x, words, mid, wordsWidth, extent: extentAt(x, size + 8, area.width) }
}

function paintMid(
  { context, ratio }: Surface,
  look: Look,
  area: PlotArea,
  crossed: boolean,
  { x, words, mid, wordsWidth, extent }: NonNullable<ReturnType<typeof midLabel>>
): void {
  context.strokeStyle = look.edge
  context.lineWidth = 1
  context.setLineDash([3, 3])
  context.beginPath()
  context.moveTo(sharp(x, ratio), area.top)
  context.lineTo(sharp(x, ratio), area.bottom)
  context.stroke()
  context.setLineDash([])
  context.textAlign = 'left'
  const left = extent.left + 4
  const y = area.top / 2 + 2
  context.fillStyle = crossed ? look.warning : look.dim
  context.font = `${wordSize}px ${look.figures}`
  context.fillText(mid, left + wordsWidth, y)
  context.font = `${wordSize}px ${look.words}`
  context.fillText(words, left, y)
}

/** Explains where the chart ends, and empty sides. */
function paintEnd({ context }: Surface, look: Look, area: PlotArea, sent: SentLevels, side: Side): void {
  const { book } = sent
  const bids = side === 'bids'
  context.font = `${wordSize}px ${look.words}`
  const middle = area.x(area.scene.middle)
  const x = endOf(book, area, side)
  const text = endText(sent, side)
  const free = bids ? (x ?? middle) : area.width - (x ?? middle)
  const width = wordWidth(context, look.words, text)
  if (free < width + 16) return
  context.textAlign = 'center'
  context.fillStyle = isWhole(sent, side) ? look.dim : look.warning
  context.fillText(text, bids ? free / 2 : area.width - free / 2, area.bottom - 12)
}

function endOf(book: BookLevels, area: PlotArea, side: Side): number | null {
  const count = book.count(side)
  return count === 0 ? null : area.x(book.price(side, count - 1) * area.scene.priceUnit)
}

function endText(sent: SentLevels, side: Side): string {
  const text = depthText.ends[side]
  if (sent.book.all(side) === 0) return text.none
  return isWhole(sent, side) ? text.noneBeyond : text.moreBeyond
}
