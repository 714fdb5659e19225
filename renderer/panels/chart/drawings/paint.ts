import type { Look } from '../../../lib/canvas'
import { visible } from '#shared/domain/base/visible'
import { drawingsText } from '../../../messages/panels/drawings'
import { mixed } from '../colours'
import { strokeHalo } from '../halo-layer'
import type { Box, Point } from './geometry'
import type { Shape } from './shapes'
import { tintOf } from './tints'

const labelHigh = 20
const labelInset = 7
export const maxLabel = 260
const radius = 3
/** Between a label and the end of the pane. */
const edge = 4
const fillShare = 0.1

export function paintShape(
  context: CanvasRenderingContext2D,
  shape: Shape,
  look: Look,
  halo: string | null
): void {
  const { drawing, lines, fill } = shape
  const tint = tintOf(look, drawing.colour)
  if (fill) {
    context.globalAlpha = fillShare
    context.fillStyle = tint
    context.fillRect(fill.left, fill.top, fill.right - fill.left, fill.bottom - fill.top)
    context.globalAlpha = 1
  }
  if (lines.length === 0) return
  context.beginPath()
  for (const { from, to } of lines) {
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
  }
  if (halo !== null) strokeHalo(context, halo, drawing.width)
  context.strokeStyle = tint
  context.lineWidth = drawing.width
  context.stroke()
}

/**
 * @param pane its width
 * @returns where it was painted, or null without a text
 */
export function paintLabel(
  context: CanvasRenderingContext2D,
  shape: Shape,
  look: Look,
  pane: number
): Box | null {
  const { drawing, label } = shape
  const text = drawing.text === '' && drawing.kind === 'note' ? drawingsText.emptyNote : drawing.text
  if (text === '') return null
  const tint = tintOf(look, drawing.colour)
  context.font = `400 12px ${look.words}`
  context.textBaseline = 'middle'
  const shown = fitted(context, visible(text), Math.min(maxLabel, pane - 2 * edge) - 2 * labelInset)
  const width = Math.ceil(context.measureText(shown).width) + 2 * labelInset
  const left = Math.round(Math.min(label.x, pane - edge - width)) + 0.5
  const top = Math.round(label.y - labelHigh) + 0.5
  context.fillStyle = mixed(tint, look.panel, 0.16)
  context.strokeStyle = tint
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(left, top, width, labelHigh, radius)
  context.fill()
  context.stroke()
  context.fillStyle = drawing.text === '' ? look.dim : look.text
  context.fillText(shown, left + labelInset, top + labelHigh / 2 + 0.5)
  if (drawing.kind === 'note') paintStem(context, shape.handles[0]!, tint)
  return { left, top, right: left + width, bottom: top + labelHigh }
}

/** From the label to its point. */
function paintStem(context: CanvasRenderingContext2D, { x, y }: Point, tint: string): void {
  context.beginPath()
  context.moveTo(Math.round(x) + 0.5, y - 8)
  context.lineTo(Math.round(x) + 0.5, y - 2)
  context.stroke()
  context.fillStyle = tint
  context.beginPath()
  context.arc(x, y, 2.5, 0, 2 * Math.PI)
  context.fill()
}

/** @param chosen the anchor that keys move, or null for all */
export function paintHandles(
  context: CanvasRenderingContext2D,
  { drawing, handles }: Shape,
  look: Look,
  chosen: number | null
): void {
  const tint = tintOf(look, drawing.colour)
  context.lineWidth = 1.5
  context.strokeStyle = tint
  handles.forEach(({ x, y }, index) => {
    context.fillStyle = chosen === index ? tint : look.panel
    context.beginPath()
    context.arc(x, y, 4.5, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
  })
}

function fitted(context: CanvasRenderingContext2D, text: string, max: number): string {
  if (context.measureText(text).width <= max) return text
  let kept = [...text]
  while (kept.length > 1 && context.measureText(`${kept.join('')}…`).width > max)
    kept = kept.slice(0, Math.floor(kept.length * 0.9))
  return `${kept.join('').trimEnd()}…`
}
