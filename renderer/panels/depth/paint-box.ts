import { figureWidth, sharp, type Look, type Surface } from '../../lib/canvas'
import { wordSize, wordWidth } from '../../lib/canvas/word-width'
import type { PlotArea } from './plot-area'

export interface BoxLine {
  readonly name: string
  readonly figure: string
  /** For narrow panels. */
  readonly short?: string
  /** A group header. */
  readonly head?: boolean
  /** The highest ranks are dropped first. */
  readonly rank: number
}

const pad = 8
const lineHeight = 16
const between = 12
/** The minimum width. */
const narrowest = 160
/** The space before a header. */
const pause = 5

/** The line at the pointed price and its box. */
export function paintPointed(
  surface: Surface,
  look: Look,
  area: PlotArea,
  price: number,
  size: number,
  all: readonly BoxLine[]
) {
  const { context, ratio, width, height } = surface
  const x = area.x(price)
  // On the wider side, so that it covers neither the line nor the crossing.
  const free = Math.max(x, width - x) - between - 2
  const room = Math.min(width - 4, Math.max(free, narrowest))
  const lines = linesWithin(context, look, all, room, height - area.top - 4)
  context.fillStyle = look.dim
  context.fillRect(sharp(x, ratio) - 1, area.top, 1.5, area.bottom - area.top)
  context.beginPath()
  context.arc(x, area.y(size), 3, 0, 2 * Math.PI)
  context.fillStyle = look.text
  context.fill()
  const { names, figures } = widths(context, look, lines)
  const wide = names + figures + frame
  const high = heightOf(lines)
  const right = x + between + wide <= width
  const left = right ? x + between : Math.max(2, Math.min(x - between - wide, width - wide - 2))
  // Below the labels at the top.
  const top = Math.max(area.top + 2, Math.min(area.top + 14, height - high - 2))
  context.fillStyle = look.raised
  context.fillRect(left, top, wide, high)
  context.strokeStyle = look.lineStrong
  context.lineWidth = 1
  context.strokeRect(sharp(left, ratio), sharp(top, ratio), Math.round(wide), Math.round(high))
  let y = top + pad + 6
  lines.forEach(({ name, figure, head }, index) => {
    if (head && index > 0) y += pause
    context.textAlign = 'left'
    context.font = `${wordSize}px ${look.words}`
    context.fillStyle = head ? look.text : look.dim
    context.fillText(name, left + pad, y)
    context.font = `${wordSize}px ${look.figures}`
    context.fillStyle = look.text
    context.textAlign = 'right'
    context.fillText(figure, left + wide - pad, y)
    y += lineHeight
  })
}

/** Borders and spacing. */
const frame = pad * 2 + 10

function heightOf(lines: readonly BoxLine[]): number {
  const heads = lines.filter(({ head }, index) => head && index > 0).length
  return lines.length * lineHeight + heads * pause + pad * 2 - 4
}

function linesWithin(
  context: CanvasRenderingContext2D,
  look: Look,
  all: readonly BoxLine[],
  width: number,
  height: number
): readonly BoxLine[] {
  const fits = (lines: readonly BoxLine[]) => {
    const { names, figures } = widths(context, look, lines)
    return names + figures + frame <= width
  }
  let lines = fits(all) ? all : all.map((line) => ({ ...line, figure: line.short ?? line.figure }))
  while (lines.length > 1 && (heightOf(lines) > height || !fits(lines))) {
    const last = Math.max(...lines.map(({ rank }) => rank))
    const fewer = lines.filter(({ rank }) => rank < last)
    if (fewer.length === 0) break
    lines = fewer
  }
  return lines
}

function widths(context: CanvasRenderingContext2D, look: Look, lines: readonly BoxLine[]) {
  context.font = `${wordSize}px ${look.words}`
  const names = Math.max(...lines.map(({ name }) => wordWidth(context, look.words, name)))
  const figures = Math.max(...lines.map(({ figure }) => figure.length)) * figureWidth(look.figures, wordSize)
  return { names, figures }
}
