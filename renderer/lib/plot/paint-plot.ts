import { sharp, type Look, type Surface } from '../canvas'
import type { Line } from './figures'
import { drawLine, nearest } from './plot'

interface PlotDrawing {
  /** The first one is on top. */
  readonly lines: readonly Line[]
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** The highest figure of the scale. */
  readonly top: number
  readonly at: number | null
  readonly time: (at: number) => string
  readonly format: (value: number) => string
}

const size = 10
const inset = 4
const timesHeight = 15
/** The smallest height with room for times. */
const minForTimes = 64
const minForTop = 34
const fiveMinutes = 300_000
/** The smallest width of the scale beside the lines. */
const minGutter = 46
const minForGutter = 180

const inks = { '--accent': 'accent', '--good': 'bid', '--warning': 'warning' } as const

/** Returns the width of the lines. */
export function paintPlot(whole: Surface, look: Look, drawing: PlotDrawing): number {
  const { context, height } = whole
  const { lines, from, to, top } = drawing
  context.clearRect(0, 0, whole.width, height)
  context.font = `${size}px ${look.figures}`
  const width = fieldWidth(whole, topLabel(drawing))
  const surface = { ...whole, width }
  const bottom = height >= minForTimes ? height - timesHeight : height
  paintGrid(surface, look, bottom)
  if (bottom < height) paintTimes(surface, look, drawing, bottom)
  const shape = { width, height: bottom, from, to, top }
  for (const { points, ink } of lines.toReversed()) drawLine(context, points, shape, look[inks[ink]])
  if (bottom >= minForTop && width < whole.width) paintScale(whole, look, drawing, bottom)
  paintCursor(surface, look, drawing, bottom)
  return width
}

/** A round number, without padding. */
const topLabel = ({ format, top }: PlotDrawing) => format(top).replace(/[.,]0(?!\d)/, '')

/** The scale has room for its label, however long it is. */
function fieldWidth({ context, width }: Surface, label: string): number {
  if (width < minForGutter) return width
  return width - Math.max(minGutter, Math.ceil(context.measureText(label).width) + 2 * inset)
}

function paintGrid({ context, width, ratio }: Surface, look: Look, bottom: number): void {
  context.fillStyle = look.line
  for (const part of [0, 0.5, 1]) {
    const y = sharp(part * (bottom - 1), ratio)
    context.fillRect(0, y - 0.5 / ratio, width, 1 / ratio)
  }
}

function paintTimes({ context, width }: Surface, look: Look, drawing: PlotDrawing, bottom: number): void {
  const { from, to, time } = drawing
  context.font = `${size}px ${look.figures}`
  context.fillStyle = look.dim
  context.textBaseline = 'top'
  context.textAlign = 'center'
  const room = context.measureText('00:00').width
  for (let at = Math.ceil(from / fiveMinutes) * fiveMinutes; at <= to; at += fiveMinutes) {
    const x = ((at - from) / (to - from)) * width
    if (x >= room / 2 && x <= width - room / 2) context.fillText(time(at).slice(0, 5), x, bottom + inset)
  }
}

function paintScale({ context, width }: Surface, look: Look, drawing: PlotDrawing, bottom: number): void {
  context.font = `${size}px ${look.figures}`
  context.fillStyle = look.dim
  context.textAlign = 'right'
  context.textBaseline = 'top'
  context.fillText(topLabel(drawing), width, 0)
  context.textBaseline = 'bottom'
  context.fillText('0', width, bottom)
}

function paintCursor(surface: Surface, look: Look, drawing: PlotDrawing, bottom: number): void {
  const { context, width, ratio } = surface
  const { from, to, at, time, format, lines } = drawing
  if (at === null || at < from || at > to) return
  const x = sharp(((at - from) / (to - from)) * width, ratio)
  context.fillStyle = look.edge
  context.fillRect(x - 0.5 / ratio, 0, 1 / ratio, bottom)
  const said = lines.map(({ name, points }) => {
    const point = nearest(points, at)
    return `${name} ${point ? format(point.value) : '–'}`.trim()
  })
  const text = [time(at), ...said].join('  ')
  context.font = `${size}px ${look.figures}`
  context.textBaseline = 'top'
  context.textAlign = 'left'
  const room = context.measureText(text).width + 2 * inset
  // On the side of the line with enough room, within the edges.
  const left = Math.max(0, x + inset + room <= width ? x + inset : x - inset - room)
  context.fillStyle = look.raised
  context.fillRect(left, 1, room, size + 7)
  context.fillStyle = look.text
  context.fillText(text, left + inset, 5)
}
