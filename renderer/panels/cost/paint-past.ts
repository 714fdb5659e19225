import { formatDecimal as plainText } from '#shared/domain/base/decimal'
import { figureWidth, sharp, type Look, type Surface } from '../../lib/canvas'
import { roundUp } from '../../lib/plot/plot'
import type { CostSide, RankedCosts } from './ranks'

interface PastDrawing {
  readonly costs: RankedCosts
  /** In milliseconds since the epoch. */
  readonly now: number
  /** In basis points; NaN if there is none. */
  readonly current: Readonly<Record<CostSide, number>>
  readonly time: (at: number) => string
  readonly format: (basisPoints: number) => string
}

const size = 10
const gutter = 38
const timesHeight = 16
const sides = ['buy', 'sell'] as const
const inks = { buy: 'bid', sell: 'ask' } as const

/** The cost over the time, with the median of each side dashed and a dot for now. */
export function paintPast(
  { context, width, height, ratio }: Surface,
  look: Look,
  drawing: PastDrawing
): void {
  const { costs, now, current, time, format } = drawing
  context.clearRect(0, 0, width, height)
  const [right, bottom] = [width - gutter, height - timesHeight]
  if (right <= 0 || bottom <= 0) return
  const numberAt = (side: CostSide, percent: number) => {
    const found = costs.percentile(side, percent)
    return found ? Number(plainText(found)) : NaN
  }
  const usual = sides.flatMap((side) => [numberAt(side, 98) || 0, current[side] || 0])
  const top = roundUp(Math.max(...usual) * 1.05)
  const x = (at: number) => ((at - costs.from) / Math.max(1, now - costs.from)) * right
  const y = (value: number) => bottom - (Math.min(value, top) / top) * (bottom - 4)
  context.font = `${size}px ${look.figures}`
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  for (const share of [0, 0.5, 1]) {
    context.fillStyle = look.line
    context.fillRect(0, sharp(y(top * share), ratio) - 0.5, right, 1)
    context.fillStyle = look.dim
    context.fillText(format(top * share), width, Math.max(size / 2, y(top * share)))
  }
  for (const side of sides) {
    context.strokeStyle = context.fillStyle = look[inks[side]]
    paintMedian(context, { y: y(numberAt(side, 50)), right, ratio })
    context.lineWidth = 1.25
    for (const line of costs.linesOf(side)) {
      context.beginPath()
      for (const { at, value } of line) context.lineTo(x(at), y(value))
      context.stroke()
      const [only] = line
      if (line.length === 1 && only) context.fillRect(x(only.at) - 0.75, y(only.value) - 0.75, 1.5, 1.5)
    }
    if (Number.isNaN(current[side])) continue
    context.beginPath()
    context.arc(right, y(current[side]), 3, 0, 2 * Math.PI)
    context.fill()
  }
  paintTimes(context, look, { from: costs.from, now, right, bottom, time })
}

function paintMedian(
  context: CanvasRenderingContext2D,
  { y, right, ratio }: { readonly y: number; readonly right: number; readonly ratio: number }
): void {
  if (Number.isNaN(y)) return
  context.lineWidth = 1
  context.globalAlpha = 0.6
  context.setLineDash([3, 3])
  context.beginPath()
  context.moveTo(0, sharp(y, ratio))
  context.lineTo(right, sharp(y, ratio))
  context.stroke()
  context.setLineDash([])
  context.globalAlpha = 1
}

interface Times {
  readonly from: number
  readonly now: number
  readonly right: number
  readonly bottom: number
  readonly time: (at: number) => string
}

/** As many as fit, from the first to now. */
function paintTimes(
  context: CanvasRenderingContext2D,
  look: Look,
  { from, now, right, bottom, time }: Times
) {
  const wide = figureWidth(look.figures, size) * 9
  const count = Math.max(1, Math.min(4, Math.floor(right / wide)))
  context.fillStyle = look.dim
  context.textBaseline = 'top'
  for (let index = 0; index <= count; index += 1) {
    context.textAlign = index === 0 ? 'left' : index === count ? 'right' : 'center'
    context.fillText(time(from + ((now - from) * index) / count), (right * index) / count, bottom + 4)
  }
}
