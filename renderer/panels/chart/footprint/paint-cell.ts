import { footprintText } from '../../../messages/panels/footprint'
import type { NumberFormat } from '../../../lib/format/number'
import type { Look } from '../../../lib/canvas'
import { shortSize } from '../price-text'
import type { BinnedProfile } from '../profile/value-area'
import type { FootprintCandle } from './cells'
import { confidenceOf, isUncertain, type InferredSides } from './sides'
import { percentText } from './texts'

interface Painting {
  readonly context: CanvasRenderingContext2D
  readonly look: Look
  readonly numbers: NumberFormat
  readonly box: Box
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly high: number
}

type Bin = BinnedProfile['bins'][number]

export const font = 10
const gap = 3
const hatching = 5

const sizeOf = (units: bigint, scale: number) => Number(units) / 10 ** scale

export function paintVolume({ context, look, numbers, box }: Painting, cells: BinnedProfile, bin: Bin): void {
  const { left, right, top, high } = box
  const isControl = bin.index === cells.control
  context.fillStyle = look.raised
  context.fillRect(left, top, right - left, high)
  context.fillStyle = look.profileOutside
  const share = Number(bin.volume) / Number(cells.largest)
  context.fillRect(left, top + high - 2, (right - left) * share, 2)
  if (isControl) outline(context, box, look.profileControl)
  if (high < font) return
  context.fillStyle = isControl ? look.text : look.dim
  context.textAlign = 'right'
  context.fillText(shortSize(sizeOf(bin.volume, cells.amountScale), numbers), right - gap, top + high / 2)
}

/** What was sold to bids on the left, what was bought from asks on the right. */
export function paintSides(
  { context, look, numbers, box }: Painting,
  cells: FootprintCandle,
  bin: Bin
): void {
  const { left, right, top, high } = box
  const sides = cells.sides!.cells.get(bin.index)!
  const { buys, sells, unknown } = sides
  const middle = Math.round((left + right) / 2)
  context.fillStyle = look.raised
  context.fillRect(left, top, right - left, high)
  if (isUncertain(sides)) hatch(context, box, look.lineStrong)
  const long = (volume: bigint) =>
    ((right - left) / 2) * (Number(volume) / Number(cells.sides!.largest || 1n))
  context.fillStyle = look.ask
  context.fillRect(middle - long(sells), top + high - 2, long(sells), 2)
  context.fillStyle = look.bid
  context.fillRect(middle, top + high - 2, long(buys), 2)
  if (bin.index === cells.control) outline(context, box, look.profileControl)
  if (high < font) return
  const write = (volume: bigint, at: number, isLarger: boolean) => {
    context.fillStyle = isLarger ? look.text : look.dim
    context.fillText(shortSize(sizeOf(volume, cells.amountScale), numbers), at, top + high / 2)
  }
  if (buys + sells === 0n) {
    context.textAlign = 'center'
    context.fillStyle = look.dim
    const size = shortSize(sizeOf(unknown, cells.amountScale), numbers)
    context.fillText(footprintText.unknownSide(size), middle, top + high / 2)
    return
  }
  context.fillStyle = look.edge
  context.fillRect(middle, top, 1, high)
  context.textAlign = 'right'
  write(sells, middle - gap, sells > buys)
  context.textAlign = 'left'
  write(buys, middle + gap + 1, buys > sells)
}

/** Of the candle, below its cells. */
export function paintDelta(
  { context, look, numbers, box }: Painting,
  { amountScale }: FootprintCandle,
  sides: InferredSides
): void {
  const { left, right, top, high } = box
  const delta = sides.buys - sides.sells
  const size = shortSize(Math.abs(sizeOf(delta, amountScale)), numbers)
  const sign = delta === 0n ? '' : delta > 0n ? '+' : '−'
  context.textAlign = 'left'
  context.fillStyle = delta === 0n ? look.dim : delta > 0n ? look.bid : look.ask
  context.fillText(`Δ ${sign}${size}`, left, top + high / 2)
  context.textAlign = 'right'
  context.fillStyle = isUncertain(sides) ? look.warning : look.dim
  context.fillText(percentText(confidenceOf(sides)), right, top + high / 2)
}

function outline(context: CanvasRenderingContext2D, { left, right, top, high }: Box, colour: string): void {
  context.strokeStyle = colour
  context.lineWidth = 1
  context.strokeRect(left + 0.5, top + 0.5, right - left - 1, high - 1)
}

function hatch(context: CanvasRenderingContext2D, { left, right, top, high }: Box, colour: string): void {
  context.save()
  context.beginPath()
  context.rect(left, top, right - left, high)
  context.clip()
  context.strokeStyle = colour
  context.lineWidth = 1
  context.beginPath()
  for (let x = left - high; x < right; x += hatching) {
    context.moveTo(x, top + high)
    context.lineTo(x + high, top)
  }
  context.stroke()
  context.restore()
}
