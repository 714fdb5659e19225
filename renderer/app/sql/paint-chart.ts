import { sharp, type Look, type Surface } from '../../lib/canvas'
import { drawLine, roundTicks } from '../../lib/plot/plot'
import type { ChartPoint, Range } from './chart-points'

interface ChartDrawing {
  readonly pieces: readonly (readonly ChartPoint[])[]
  readonly x: Range
  readonly y: Range
  readonly pointed: ChartPoint | null
  /** Of the pointed row. */
  readonly label: string
  readonly xText: (value: number) => string
  readonly yText: (value: number) => string
}

const size = 11
const inset = 8
/** Of the scale on the right, and of that below. */
export const gutter = 96
const foot = 22
const maxLines = 8

export function paintChart(whole: Surface, look: Look, drawing: ChartDrawing): void {
  const { context } = whole
  context.clearRect(0, 0, whole.width, whole.height)
  const width = whole.width - gutter
  const height = whole.height - foot
  if (width <= 0 || height <= 0) return
  context.font = `${size}px ${look.figures}`
  paintScales(whole, look, drawing, width, height)
  const shape = {
    width,
    height,
    from: drawing.x.min,
    to: drawing.x.max,
    top: drawing.y.max,
    bottom: drawing.y.min,
    maxStep: Infinity
  }
  for (const piece of drawing.pieces) drawLine(context, piece, shape, look.accent)
  paintPointed(whole, look, drawing, width, height)
}

function paintScales(
  { context, ratio }: Surface,
  look: Look,
  { x, y, xText, yText }: ChartDrawing,
  width: number,
  height: number
): void {
  for (const tick of roundTicks(y, maxLines)) {
    const top = ((y.max - tick) / (y.max - y.min)) * (height - 1)
    const at = sharp(top, ratio)
    context.fillStyle = look.line
    context.fillRect(0, at - 0.5 / ratio, width, 1 / ratio)
    context.fillStyle = look.dim
    context.textAlign = 'left'
    context.textBaseline = top < size / 2 ? 'top' : top > height - size / 2 ? 'bottom' : 'middle'
    context.fillText(yText(tick), width + inset, top)
  }
  context.textBaseline = 'bottom'
  const middle = (x.min + x.max) / 2
  const room = context.measureText(xText(middle)).width
  context.textAlign = 'left'
  context.fillText(xText(x.min), 0, height + foot - 4)
  context.textAlign = 'right'
  context.fillText(xText(x.max), width, height + foot - 4)
  context.textAlign = 'center'
  if (width > 4 * room) context.fillText(xText(middle), width / 2, height + foot - 4)
}

function paintPointed(
  { context, ratio }: Surface,
  look: Look,
  { pointed, label, x, y }: ChartDrawing,
  width: number,
  height: number
): void {
  if (!pointed) return
  const left = sharp(((pointed.at - x.min) / (x.max - x.min)) * width, ratio)
  const top = height - 1 - ((pointed.value - y.min) / (y.max - y.min)) * (height - 2)
  context.fillStyle = look.edge
  context.fillRect(left - 0.5 / ratio, 0, 1 / ratio, height)
  context.fillStyle = look.accent
  context.fillRect(left - 2.5, top - 2.5, 5, 5)
  const room = context.measureText(label).width + 2 * inset
  const from = Math.max(0, left + inset + room <= width ? left + inset : left - inset - room)
  context.fillStyle = look.raised
  context.fillRect(from, 2, room, size + 9)
  context.fillStyle = look.text
  context.textAlign = 'left'
  context.textBaseline = 'top'
  context.fillText(label, from + inset, 7)
}
