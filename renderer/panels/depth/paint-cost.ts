import { sharp, type Look, type Surface } from '../../lib/canvas'
import { wordSize, wordWidth } from '../../lib/canvas/word-width'
import type { Side, SizeCosts } from '../../lib/markets'
import type { PlotArea } from './plot-area'

const fillAlpha = 0.3
const nameHigh = 16

/** The levels that a size takes, up to its worst price, with a tick at the average. */
export function paintCost(
  surface: Surface,
  look: Look,
  area: PlotArea,
  costs: SizeCosts,
  name: string
): void {
  for (const side of ['bids', 'asks'] as const) {
    const [worst, size] = [costs.value(side, 'worst'), costs.value(side, 'size')]
    if (Number.isNaN(worst)) continue
    paintTaken(surface, look, area, side, { worst, size })
    paintReach(surface, look, area, { worst, size, average: costs.value(side, 'average') })
  }
  const y = nameAt(area, costs)
  if (y !== null) paintName(surface, look, y, name)
}

/** Where the size is named at the left edge; null if its worst bid is out of view. */
export function nameAt(area: PlotArea, costs: SizeCosts): number | null {
  if (!(area.x(costs.value('bids', 'worst')) > 0)) return null
  // Prices are below.
  return Math.min(area.y(costs.value('bids', 'size')), area.bottom - nameHigh / 2)
}

interface Taken {
  readonly worst: number
  readonly size: number
}

/** Under the steps of the side. */
function paintTaken(
  { context }: Surface,
  look: Look,
  area: PlotArea,
  side: Side,
  { worst, size }: Taken
): void {
  const { book, priceUnit, amountUnit } = area.scene
  const outwards = side === 'bids' ? -1 : 1
  const count = book.count(side)
  if (count === 0) return
  const start = area.x(book.price(side, 0) * priceUnit)
  const end = area.x(worst)
  const fill = new Path2D()
  fill.moveTo(start, area.bottom)
  let y = area.bottom
  for (let row = 0; row < count; row += 1) {
    const x = area.x(book.price(side, row) * priceUnit)
    if ((x - end) * outwards >= 0) break
    fill.lineTo(x, y)
    y = area.y(Math.min(size, book.sum(side, row) * amountUnit))
    fill.lineTo(x, y)
  }
  fill.lineTo(end, y)
  fill.lineTo(end, area.bottom)
  context.globalAlpha = fillAlpha
  context.fillStyle = look.accent
  context.fill(fill)
  context.globalAlpha = 1
}

/** From the size to the worst price, and the average on the axis. */
function paintReach(
  { context, ratio }: Surface,
  look: Look,
  area: PlotArea,
  { worst, size, average }: Taken & { readonly average: number }
): void {
  const [x, y, middle] = [area.x(worst), area.y(size), area.x(area.scene.middle)]
  context.strokeStyle = look.accent
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.beginPath()
  context.moveTo(x < middle ? 0 : middle, sharp(y, ratio))
  context.lineTo(x, sharp(y, ratio))
  context.moveTo(sharp(x, ratio), y)
  context.lineTo(sharp(x, ratio), area.bottom)
  context.stroke()
  context.setLineDash([])
  context.fillStyle = look.text
  context.beginPath()
  context.arc(x, y, 3.5, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = look.panel
  context.stroke()
  const tick = area.x(average)
  context.beginPath()
  context.moveTo(tick, area.bottom - 7)
  context.lineTo(tick - 4, area.bottom)
  context.lineTo(tick + 4, area.bottom)
  context.closePath()
  context.fill()
}

function paintName({ context }: Surface, look: Look, y: number, name: string): void {
  context.font = `${wordSize}px ${look.words}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillStyle = look.accent
  context.fillRect(0, y - nameHigh / 2, wordWidth(context, look.words, name) + 12, nameHigh)
  context.fillStyle = look.panel
  context.fillText(name, 6, y)
}
