import type { ITimeScaleApi, Logical, Time } from 'lightweight-charts'
import type { Look } from '../../lib/canvas'
import { foldText, gapsOf, gapText, isStep, stepsOf, timeOf, withWholeGaps, type Gap } from './gaps'
import { Layer } from './layer'
import type { Slots } from './slots'
import type { Target } from './target'

interface Sources {
  readonly slots: Slots
  readonly time: ITimeScaleApi<Time>
  readonly look: () => Look
  /** Only one pane has text; the others continue the shading. */
  readonly worded: boolean
  /** The height of what covers the bottom of that pane. */
  readonly covered: number
  /** What is shaded instead of unrecorded time. */
  readonly isBlind?: ((slot: number) => boolean) | undefined
  /** Of a gap that ends then, in milliseconds by the service's clock. */
  readonly missing: (end: number) => string
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Area {
  /** Where it begins, maybe out of view. */
  readonly origin: number
  readonly left: number
  readonly right: number
  readonly height: number
}

const hatching = 7
const textRoom = 8
/** Narrower ones have no text. */
const minBand = 24
/** Below the legend, with its figures of a pointed candle. */
const wordsAt = 68

/** The lower end of a text along a band of that height, if it has room above what covers the bottom. */
export function uprightEnd(text: number, height: number, covered: number): number | null {
  const free = height - covered
  // At the height of those across a band, or above it.
  return text + 2 * textRoom < free ? Math.min(free - textRoom, wordsAt - textRoom + text) : null
}

/** Shades unrecorded time and marks folded time. */
export class GapLayer extends Layer<Sources> {
  protected override bottom(target: Target): void {
    const { slots, time, worded, isBlind } = this.sources
    const visible = time.getVisibleLogicalRange()
    if (!visible) return
    const [from, to] = [Math.floor(visible.from), Math.ceil(visible.to)]
    // The text says how long a gap is.
    const gaps = gapsOf(slots, ...(worded ? withWholeGaps(slots, from, to) : ([from, to] as const)), isBlind)
    const steps = stepsOf({ steps: slots.steps, indexAt: (at) => slots.indexAt(at) }, from, to)
    if (gaps.length === 0 && steps.length === 0) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const areas = gaps.flatMap((gap) => {
        const area = this.#areaOf(gap, mediaSize)
        return area ? [{ gap, area }] : []
      })
      for (const { gap, area } of areas) this.#draw(context, area, gap)
      // Above the lines of all of them.
      for (const { gap, area } of areas) this.#word(context, area, gap)
      for (const { index, text } of steps) {
        const area = this.#areaOf({ from: index, to: index }, mediaSize)
        if (!area) continue
        this.#line(context, area, this.sources.look().warning)
        this.#upright(context, area.left, area.height, text)
      }
    })
  }

  /** The part in view. */
  #areaOf({ from, to }: Pick<Gap, 'from' | 'to'>, { width, height }: Size): Area | null {
    const { time } = this.sources
    const first = time.logicalToCoordinate(from as Logical)
    const next = time.logicalToCoordinate((from + 1) as Logical)
    if (first === null || next === null) return null
    const origin = first - (next - first) / 2
    const right = origin + (next - first) * (to - from)
    if (right < 0 || origin > width) return null
    return { origin, left: Math.max(0, origin), right: Math.min(width, right), height }
  }

  #draw(context: CanvasRenderingContext2D, area: Area, gap: Gap): void {
    if (gap.kind === 'gap') this.#hatch(context, area)
    else if (!this.#isSkipped(gap)) this.#line(context, area, this.sources.look().edge)
  }

  /** The service's clock skipped this time, so nothing was missed. */
  #isSkipped(gap: Gap): boolean {
    const { slots } = this.sources
    const { start, length } = timeOf(gap, slots)
    return isStep(slots.steps, start * 1000, (start + length) * 1000)
  }

  #word(context: CanvasRenderingContext2D, area: Area, gap: Gap): void {
    if (this.#isSkipped(gap)) return
    const { slots } = this.sources
    const { start, length } = timeOf(gap, slots)
    if (gap.kind === 'gap')
      this.#label(context, area, gapText(length, this.sources.missing((start + length) * 1000)))
    if (gap.kind === 'fold')
      this.#upright(context, area.left, area.height, foldText(length, slots.seenOfFold(gap.from)))
  }

  #hatch(context: CanvasRenderingContext2D, { origin, left, right, height }: Area): void {
    const look = this.sources.look()
    context.save()
    context.beginPath()
    context.rect(left, 0, right - left, height)
    context.clip()
    context.fillStyle = look.raised
    context.fill()
    context.strokeStyle = look.lineStrong
    context.lineWidth = 1
    context.beginPath()
    // The pattern moves with the axis.
    const first = left - height - ((left - origin) % hatching)
    for (let x = first; x < right; x += hatching) {
      context.moveTo(x, height)
      context.lineTo(x + height, 0)
    }
    context.stroke()
    context.restore()
  }

  #line(context: CanvasRenderingContext2D, { left, height }: Area, colour: string): void {
    context.save()
    context.strokeStyle = colour
    context.lineWidth = 1
    context.setLineDash([2, 3])
    context.beginPath()
    context.moveTo(Math.round(left) + 0.5, 0)
    context.lineTo(Math.round(left) + 0.5, height)
    context.stroke()
    context.restore()
  }

  /** Across the band if the text fits, otherwise along it. */
  #label(context: CanvasRenderingContext2D, { left, right, height }: Area, text: string): void {
    if (!this.sources.worded || right - left < minBand) return
    const look = this.sources.look()
    const middle = (left + right) / 2
    context.save()
    context.font = `400 11px ${look.words}`
    const width = context.measureText(text).width
    const fits = right - left >= width + 2 * textRoom
    if (fits) {
      context.fillStyle = look.raised
      context.fillRect(middle - width / 2 - 4, wordsAt - 8, width + 8, 16)
      context.fillStyle = look.dim
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillText(text, middle, wordsAt)
    }
    context.restore()
    if (!fits) this.#upright(context, middle, height, text)
  }

  #upright(context: CanvasRenderingContext2D, left: number, height: number, text: string): void {
    if (!this.sources.worded) return
    const look = this.sources.look()
    context.save()
    context.font = `400 11px ${look.words}`
    const width = context.measureText(text).width
    const end = uprightEnd(width, height, this.sources.covered)
    if (end !== null) {
      context.translate(Math.round(left), end)
      context.rotate(-Math.PI / 2)
      context.fillStyle = look.raised
      context.fillRect(-4, -8, width + 8, 16)
      context.fillStyle = look.dim
      context.textBaseline = 'middle'
      context.fillText(text, 0, 1)
    }
    context.restore()
  }
}
