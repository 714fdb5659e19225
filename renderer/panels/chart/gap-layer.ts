import { chartText } from '../../messages/panels/chart'
import type { ITimeScaleApi, Logical, Time } from 'lightweight-charts'
import type { Look } from '../../lib/canvas'
import { foldText, gapsOf, isStep, stepsOf, type Gap } from './gaps'
import { Layer } from './layer'
import type { Slots } from './slots'
import type { Target } from './target'

interface Sources {
  readonly slots: Slots
  readonly time: ITimeScaleApi<Time>
  readonly look: () => Look
  /** Only one pane has text; the others continue the shading. */
  readonly worded: boolean
  /** What is shaded instead of unrecorded time. */
  readonly isBlind?: ((slot: number) => boolean) | undefined
}

interface Area {
  readonly left: number
  readonly right: number
  readonly height: number
}

const hatching = 7
const textRoom = 8
/** Below the legend. */
const wordsAt = 52

/** Shades unrecorded time and marks folded time. */
export class GapLayer extends Layer<Sources> {
  protected override bottom(target: Target): void {
    const { slots, time, isBlind } = this.sources
    const visible = time.getVisibleLogicalRange()
    if (!visible) return
    const [from, to] = [Math.floor(visible.from), Math.ceil(visible.to)]
    const gaps = gapsOf(slots, from, to, isBlind)
    const steps = stepsOf({ steps: slots.steps, indexAt: (at) => slots.indexAt(at) }, from, to)
    if (gaps.length === 0 && steps.length === 0) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      for (const gap of gaps) {
        const area = this.#areaOf(gap, mediaSize.height)
        if (!area) continue
        if (gap.kind === 'fold') this.#fold(context, area, gap)
        else this.#hatch(context, area, this.#isStep(gap) ? '' : chartText.gaps.unrecorded)
      }
      for (const { index, text } of steps) {
        const area = this.#areaOf({ kind: 'fold', from: index, to: index, folded: 0 }, mediaSize.height)
        if (area) this.#line(context, area, text, this.sources.look().warning)
      }
    })
  }

  #areaOf({ from, to }: Gap, height: number): Area | null {
    const { time } = this.sources
    const first = time.logicalToCoordinate(from as Logical)
    const next = time.logicalToCoordinate((from + 1) as Logical)
    if (first === null || next === null) return null
    const left = first - (next - first) / 2
    return { left, right: left + (next - first) * (to - from), height }
  }

  /** Whether the time was skipped by the service's clock. */
  #isStep({ from, to, folded }: Gap): boolean {
    const { all, seconds, steps } = this.sources.slots
    const start = all[from]?.start
    if (start === undefined) return false
    const length = (folded > 0 ? -folded : to - from) * seconds
    return isStep(steps, Math.min(start, start + length) * 1000, Math.max(start, start + length) * 1000)
  }

  #hatch(context: CanvasRenderingContext2D, { left, right, height }: Area, text: string): void {
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
    const shift = (((left + height) % hatching) + hatching) % hatching
    for (let x = left - height - shift; x < right; x += hatching) {
      context.moveTo(x, height)
      context.lineTo(x + height, 0)
    }
    context.stroke()
    context.restore()
    if (text !== '') this.#word(context, left, right, text)
  }

  #fold(context: CanvasRenderingContext2D, area: Area, gap: Gap): void {
    if (this.#isStep(gap)) return
    const { slots, look } = this.sources
    const text = foldText(gap.folded * slots.seconds, slots.seenOfFold(gap.from))
    this.#line(context, area, text, look().edge)
  }

  #line(context: CanvasRenderingContext2D, { left, height }: Area, text: string, colour: string): void {
    context.save()
    context.strokeStyle = colour
    context.lineWidth = 1
    context.setLineDash([2, 3])
    context.beginPath()
    context.moveTo(Math.round(left) + 0.5, 0)
    context.lineTo(Math.round(left) + 0.5, height)
    context.stroke()
    context.restore()
    this.#upright(context, left, height, text)
  }

  /** Only if the text fits. */
  #word(context: CanvasRenderingContext2D, left: number, right: number, text: string): void {
    if (!this.sources.worded || right - left < 2 * textRoom) return
    const look = this.sources.look()
    context.save()
    context.font = `400 11px ${look.words}`
    const width = context.measureText(text).width
    if (right - left >= width + 2 * textRoom) {
      const middle = (left + right) / 2
      context.fillStyle = look.raised
      context.fillRect(middle - width / 2 - 4, wordsAt - 8, width + 8, 16)
      context.fillStyle = look.dim
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillText(text, middle, wordsAt)
    }
    context.restore()
  }

  #upright(context: CanvasRenderingContext2D, left: number, height: number, text: string): void {
    if (!this.sources.worded) return
    const look = this.sources.look()
    context.save()
    context.font = `400 11px ${look.words}`
    const width = context.measureText(text).width
    if (width + 2 * textRoom < height) {
      context.translate(Math.round(left), height - textRoom)
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
