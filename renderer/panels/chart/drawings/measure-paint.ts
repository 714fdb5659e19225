import type { Look } from '../../../lib/canvas'
import { mixed } from '../colours'
import type { Point } from './geometry'
import type { MeasureText } from './measure-text'

const inset = 10
const lineHigh = 17
const columnGap = 18
const away = 10
const arrow = 5
/** The legend is above. */
const legendHigh = 24

interface Size {
  readonly width: number
  readonly height: number
}

/** The measured range with its figures beside the end. */
export function paintMeasure(
  context: CanvasRenderingContext2D,
  { from, to, text }: { readonly from: Point; readonly to: Point; readonly text: MeasureText | null },
  look: Look,
  size: Size
): void {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  context.fillStyle = look.linkB
  context.globalAlpha = 0.16
  context.fillRect(left, top, right - left, bottom - top)
  context.globalAlpha = 1
  context.strokeStyle = look.linkB
  context.lineWidth = 1
  context.strokeRect(Math.round(left) + 0.5, Math.round(top) + 0.5, right - left, bottom - top)
  context.strokeStyle = look.text
  const middle = { x: Math.round((from.x + to.x) / 2) + 0.5, y: Math.round((from.y + to.y) / 2) + 0.5 }
  paintArrow(context, { x: middle.x, y: from.y }, { x: middle.x, y: to.y })
  paintArrow(context, { x: from.x, y: middle.y }, { x: to.x, y: middle.y })
  for (const { x, y } of [from, to]) {
    context.fillStyle = look.panel
    context.strokeStyle = look.linkB
    context.lineWidth = 1.5
    context.beginPath()
    context.arc(x, y, 4.5, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
  }
  if (text)
    paintFigures(context, text, {
      look,
      size,
      middle: middle.x,
      above: top,
      below: bottom,
      down: to.y >= from.y
    })
}

function paintArrow(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length < 2 * arrow) return
  const [dx, dy] = [((to.x - from.x) / length) * arrow, ((to.y - from.y) / length) * arrow]
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.moveTo(to.x - dx - dy * 0.6, to.y - dy + dx * 0.6)
  context.lineTo(to.x, to.y)
  context.lineTo(to.x - dx + dy * 0.6, to.y - dy - dx * 0.6)
  context.stroke()
}

interface Place {
  readonly look: Look
  readonly size: Size
  readonly middle: number
  readonly above: number
  readonly below: number
  readonly down: boolean
}

function paintFigures(context: CanvasRenderingContext2D, text: MeasureText, place: Place): void {
  const { look, size, middle, above, below, down } = place
  const pairs: readonly (readonly [string, string])[] = [
    [text.change, text.moves],
    [text.bars, text.time],
    [text.volumeTitle, text.volume]
  ]
  const strong = `600 12px ${look.figures}`
  const plain = `400 12px ${look.figures}`
  const widthOf = (words: string, font: string) => {
    context.font = font
    return context.measureText(words).width
  }
  const wide = (row: readonly [string, string], index: number) =>
    widthOf(row[0], index === 0 ? strong : plain) + (row[1] === '' ? 0 : columnGap + widthOf(row[1], plain))
  const widthOfAll = (all: typeof pairs) => Math.ceil(Math.max(...all.map(wide))) + 2 * inset
  // In a narrow chart, one below the other.
  const fitting = widthOfAll(pairs) + 8 <= size.width
  const rows = fitting ? pairs : pairs.flatMap(([one, other]) => [[one, ''] as const, [other, ''] as const])
  const width = widthOfAll(rows)
  const height = rows.length * lineHigh + inset
  const left = Math.round(Math.max(4, Math.min(size.width - width - 4, middle - width / 2))) + 0.5
  const places = down ? [below + away, above - away - height] : [above - away - height, below + away]
  const fits = places.find((y) => y >= legendHigh && y + height <= size.height - 2)
  const top = Math.round(fits ?? Math.max(legendHigh, size.height - height - 4)) + 0.5
  context.fillStyle = mixed(look.linkB, look.panel, 0.22)
  context.strokeStyle = look.linkB
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(left, top, width, height, 5)
  context.fill()
  context.stroke()
  context.textBaseline = 'middle'
  rows.forEach(([one, other], index) => {
    const y = top + inset / 2 + lineHigh * (index + 0.5) + 0.5
    context.textAlign = 'left'
    context.font = index === 0 ? strong : plain
    context.fillStyle = look.text
    context.fillText(one, left + inset, y)
    context.textAlign = 'right'
    context.font = plain
    context.fillText(other, left + width - inset, y)
  })
  context.textAlign = 'left'
}
