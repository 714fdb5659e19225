import type { Anchor, Drawing } from '#shared/contract/market/drawings'
import { distance, type Point } from './geometry'
import { movedTime, withAnchors } from './move'
import type { Tool } from './tools'
import type { ChartTools } from './chart-tools.svelte'
import type { SlotAxis } from './axis'

interface Modifiers {
  /** Measures without choosing the tool. */
  readonly measure: boolean
  /** Snaps to the prices of candles. */
  readonly snap: boolean
}

type Placing = Exclude<Tool, 'pointer'>

type Gesture =
  /** `pressed` is where the button went down; null between two clicks. */
  | { readonly kind: 'place'; readonly tool: Placing; readonly from: Anchor; pressed: Point | null }
  | {
      readonly kind: 'drag'
      readonly drawing: Drawing
      readonly anchor: number | null
      readonly start: Point
    }

/** Pixels that a click may move. */
const clickReach = 4

/** The actions of the pointer and the Enter key in the price pane. */
export class PointerGestures {
  #gesture: Gesture | null = null

  constructor(
    private readonly tools: ChartTools,
    private readonly axis: SlotAxis
  ) {}

  /** Whether a drawing or range is being placed or moved. */
  get active(): boolean {
    return this.#gesture !== null
  }

  /** False leaves the event to the chart. */
  press(point: Point, { measure, snap }: Modifiers): boolean {
    const { tools } = this
    const { projection } = tools
    if (!projection?.contains(point)) return false
    const tool = measure ? 'measure' : tools.tool
    if (tool === 'pointer') return this.#grab(point)
    const below = tool === 'note' ? tools.hitAt(point) : null
    if (below) {
      tools.annotate(below.id)
      return true
    }
    const anchor = projection.anchorAt(point, snap)
    if (!anchor) return true
    if (this.#gesture?.kind === 'place') {
      this.#gesture.pressed = null
      tools.place(tool, this.#gesture.from, anchor)
    } else this.#begin(tool, anchor, point)
    return true
  }

  move(point: Point, { snap }: Modifiers): void {
    const { tools } = this
    const anchor = tools.projection?.anchorAt(point, snap)
    if (this.#gesture?.kind === 'drag') this.#drag(this.#gesture, point, snap)
    else if (this.#gesture && anchor) tools.place(this.#gesture.tool, this.#gesture.from, anchor)
  }

  release(point: Point): void {
    const gesture = this.#gesture
    if (gesture?.kind === 'drag') {
      this.#gesture = null
      void this.tools.drawn.keepPreview()
    } else if (gesture) {
      const { pressed, tool } = gesture
      // A click sets the first of two points.
      const waits = pressed !== null && distance(pressed, point) < clickReach && isPair(tool)
      if (waits) gesture.pressed = null
      else this.#finish()
    }
  }

  /** By keys: the first point, then the second. */
  enter(anchor: Anchor): void {
    const { tools } = this
    if (tools.tool === 'pointer') return
    if (this.#gesture?.kind === 'place') {
      tools.place(tools.tool, this.#gesture.from, anchor)
      return this.#finish()
    }
    this.#begin(tools.tool, anchor, null)
    if (!isPair(tools.tool)) this.#finish()
  }

  /** By keys: shows where the second point would be. */
  moveTo(anchor: Anchor): void {
    if (this.#gesture?.kind === 'place') this.tools.place(this.#gesture.tool, this.#gesture.from, anchor)
  }

  cancel(): void {
    this.#gesture = null
    this.tools.cancel()
  }

  #begin(tool: Placing, from: Anchor, pressed: Point | null): void {
    this.tools.cancel()
    this.tools.select(null)
    this.#gesture = { kind: 'place', tool, from, pressed }
    this.tools.place(tool, from, from)
  }

  #finish(): void {
    this.#gesture = null
    this.tools.finish()
  }

  #grab(point: Point): boolean {
    const { tools } = this
    tools.cancel()
    const hit = tools.hitAt(point)
    tools.select(hit?.id ?? null)
    const drawing = hit && tools.drawn.byId(hit.id)
    if (!drawing) return false
    if (!drawing.locked) this.#gesture = { kind: 'drag', drawing, anchor: hit.anchor, start: point }
    return true
  }

  #drag({ drawing, anchor, start }: Extract<Gesture, { kind: 'drag' }>, point: Point, snap: boolean): void {
    const { projection, drawn } = this.tools
    if (!projection || (!drawn.previewed && distance(start, point) < clickReach)) return
    const [from, to] = [projection.slotAt(start.x), projection.slotAt(point.x)]
    const slots = from === null || to === null ? 0 : to - from
    const single = anchor !== null || drawing.anchors.length === 1
    const moved = withAnchors(drawing, anchor, (each) => {
      if (single && snap) return projection.anchorAt(point, true)
      const y = projection.y(each.price)
      const same = point.y === start.y
      const price = same ? each.price : y === null ? null : projection.priceAt(y + point.y - start.y)
      return price === null ? null : { at: movedTime(each.at, this.axis, slots), price }
    })
    if (moved) drawn.preview(moved)
  }
}

const isPair = (tool: Placing) => tool !== 'level' && tool !== 'note'
