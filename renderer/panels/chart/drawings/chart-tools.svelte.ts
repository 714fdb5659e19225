import {
  drawingAnchors,
  maxDrawingText,
  type Anchor,
  type Drawing,
  type DrawingKind
} from '#shared/contract/market/drawings'
import type { Desk } from '../../../lib/desk'
import { drawingsText } from '../../../messages/panels/drawings'
import type { Charting } from '../charting.svelte'
import type { ChartDrawing } from '../drawing'
import { ChartProjection } from './chart-projection'
import { DrawingLayer } from './drawing-layer'
import { Drawn } from './drawn.svelte'
import type { Point } from './geometry'
import { hitAt, type Hit } from './hit'
import { MeasureRange } from './measure-range.svelte'
import { spokenMeasure } from './measure-text'
import { movedAnchor, withAnchors } from './move'
import { nameOf, shortNames } from './names'
import { pointsOf, type Tool } from './tools'

interface Sources {
  readonly desk: Desk
  readonly market: () => string | null
  readonly charting: Pick<Charting, 'model'>
}

/** Slots and pixels between a drawing and its duplicate. */
const copySlots = 5
const copyPixels = 16

/** Measuring and drawing in one chart. */
export class ChartTools {
  readonly drawn: Drawn
  readonly range: MeasureRange
  tool = $state<Tool>('pointer')
  /** The anchor that keys move; null for all. */
  anchor = $state<number | null>(null)
  /** The drawing whose text is edited. */
  editing = $state<string | null>(null)
  /** Whether the rail is shown. */
  railShown = $state(false)
  projection: ChartProjection | null = null
  #selected = $state<string | null>(null)
  /** The edited text, as painted last. */
  #painted = $state.raw<{ readonly id: string; readonly at: Point } | null>(null)
  #layer: DrawingLayer | null = null
  #drawing: ChartDrawing | null = null
  /** Whose labels on the axis were measured. */
  #measured: readonly Drawing[] | null = null

  constructor(private readonly sources: Sources) {
    const { desk, market, charting } = sources
    this.drawn = new Drawn(desk, market)
    this.range = new MeasureRange({
      slots: charting.model.slots,
      market: () => market() ?? '',
      numbers: () => desk.settings.now.numbers
    })
  }

  /** The library's chart was created again. */
  attach(drawing: ChartDrawing): void {
    const { model } = this.sources.charting
    const projection = new ChartProjection(drawing, model)
    this.projection = projection
    this.#drawing = drawing
    this.#measured = null
    this.#layer = new DrawingLayer({
      projection,
      look: () => drawing.look,
      halo: () => drawing.halo,
      prices: model.prices,
      last: () => model.last && drawing.candles.priceToCoordinate(model.last.value),
      drawings: () => this.drawn.all,
      selected: () => this.#selected,
      anchor: () => this.anchor,
      measure: () => this.range.shown(projection),
      painted: () => this.#followEdited()
    })
    drawing.candles.attachPrimitive(this.#layer)
  }

  repaint(): void {
    const { all } = this.drawn
    if (all === this.#measured) this.#drawing?.repaint()
    else this.#drawing?.measureAxes()
    this.#measured = all
  }

  /** Null if another window deleted it. */
  readonly selected: Drawing | null = $derived.by(() => this.drawn.byId(this.#selected))

  /** Another market is shown. */
  reset(): void {
    this.cancel()
    this.tool = 'pointer'
    this.editing = null
    this.select(null)
  }

  choose(tool: Tool): void {
    this.cancel()
    this.tool = tool
    if (tool === 'pointer') return
    this.select(null)
    this.sources.desk.announcer.say(drawingsText.chosen(drawingsText.tools[tool], pointsOf(tool)))
  }

  select(id: string | null): void {
    if (id === this.#selected) return
    this.#selected = id
    this.anchor = null
    const { selected } = this
    if (selected) this.sources.desk.announcer.say(drawingsText.selected(this.nameOf(selected)))
  }

  /** In order, from the one that is selected. */
  selectNext(step: 1 | -1): boolean {
    const { all } = this.drawn
    if (all.length === 0) return false
    const at = all.findIndex(({ id }) => id === this.#selected)
    const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : (at + step + all.length) % all.length
    this.select(all[next]!.id)
    return true
  }

  /** The next thing that keys move: everything, or one anchor. */
  nextAnchor(): void {
    const count = this.selected?.anchors.length ?? 1
    if (count === 1) return
    this.anchor = this.anchor === null ? 0 : this.anchor + 1 < count ? this.anchor + 1 : null
    const { all, first, second } = drawingsText.points
    this.sources.desk.announcer.say(this.anchor === null ? all : this.anchor === 0 ? first : second)
  }

  /** Cancels an unfinished drawing or range. False if there was none. */
  cancel(): boolean {
    const had = this.drawn.previewed !== null || this.range.now !== null
    this.drawn.preview(null)
    this.range.now = null
    return had
  }

  hitAt(point: Point): Hit | null {
    if (!this.#layer || !this.projection?.contains(point)) return null
    return hitAt(point, {
      shapes: this.#layer.shapes(),
      labels: this.#layer.labels,
      selected: this.#selected
    })
  }

  /** Where the edited text is, from the left edge of the chart. */
  get editedAt(): Point | null {
    const { editing } = this
    if (editing === null) return null
    return this.#painted?.id === editing ? this.#painted.at : this.#labelAt(editing)
  }

  /** Begins or continues the drawing or range of the tool. */
  place(tool: Exclude<Tool, 'pointer'>, from: Anchor, to: Anchor): void {
    if (tool === 'measure') this.range.now = { from, to }
    else this.drawn.preview(this.#drawingOf(tool, from, to))
  }

  /** Keeps what was placed. */
  finish(): void {
    this.tool = 'pointer'
    const { text } = this.range
    if (text) this.sources.desk.announcer.say(spokenMeasure(text))
    const drawing = this.drawn.previewed
    if (!drawing) return
    void this.drawn.keepPreview()
    this.select(drawing.id)
    if (drawing.kind === 'note') this.editing = drawing.id
  }

  /** Writes on a drawing instead of beside it. */
  annotate(id: string): void {
    this.choose('pointer')
    this.select(id)
    this.editing = id
  }

  /** By slots and price steps, until `drawn.keepPreview`. */
  nudge(slots: number, steps: number): void {
    const { selected } = this
    if (selected?.locked) this.sources.desk.announcer.say(drawingsText.locked(this.nameOf(selected)))
    const moved = selected && !selected.locked && this.#moved(selected, this.anchor, slots, steps)
    if (moved) this.drawn.preview(moved)
  }

  change(changes: Partial<Pick<Drawing, 'colour' | 'width' | 'locked'>>): void {
    if (this.selected) void this.drawn.put({ ...this.selected, ...changes })
  }

  write(id: string, text: string): void {
    this.editing = null
    const drawing = this.drawn.byId(id)
    const kept = text.trim().slice(0, maxDrawingText)
    if (drawing && drawing.text !== kept) void this.drawn.put({ ...drawing, text: kept })
  }

  /** Beside the original. */
  duplicate(): void {
    const { selected, projection } = this
    const price = selected?.anchors[0]?.price
    if (!selected || price === undefined) return
    const y = projection?.y(price) ?? null
    const below = (y === null ? null : projection?.priceAt(y + copyPixels)) ?? price
    const steps = Math.round((Number(below) - Number(price)) * 10 ** this.sources.charting.model.prices.scale)
    const moved = this.#moved(selected, null, selected.kind === 'level' ? 0 : copySlots, steps)
    const copy = { ...(moved ?? selected), id: crypto.randomUUID(), locked: false }
    void this.drawn.put(copy)
    this.select(copy.id)
  }

  async remove(ids: readonly string[]): Promise<void> {
    const removed = this.drawn.all.filter(({ id }) => ids.includes(id))
    if (removed.length === 0 || !(await this.drawn.remove(ids))) return
    const undo = { label: drawingsText.undoRemoval, run: () => this.drawn.put(...removed) }
    this.sources.desk.toasts.show('information', drawingsText.removed(ids.length), null, undo)
  }

  removeAll(): Promise<void> {
    return this.remove(this.drawn.all.map(({ id }) => id))
  }

  nameOf(drawing: Drawing): string {
    return nameOf(drawing, this.sources.desk.settings.now)
  }

  /** For the list. */
  get names(): readonly string[] {
    return shortNames(this.drawn.all, this.sources.desk.settings.now.numbers)
  }

  #labelAt(id: string): Point | null {
    const label = this.#layer?.shapes().find(({ drawing }) => drawing.id === id)?.label
    return label ? { x: label.x + (this.projection?.left ?? 0), y: label.y } : null
  }

  /** The chart was moved or resized. */
  #followEdited(): void {
    const { editing } = this
    if (editing === null) return
    const at = this.#labelAt(editing)
    const last = this.#painted
    if (!at || (last?.id === editing && last.at.x === at.x && last.at.y === at.y)) return
    this.#painted = { id: editing, at }
  }

  #moved(drawing: Drawing, only: number | null, slots: number, steps: number): Drawing | null {
    const { slots: axis, prices } = this.sources.charting.model
    return withAnchors(drawing, only, (anchor) =>
      movedAnchor(anchor, axis, { slots, steps, scale: prices.scale })
    )
  }

  #drawingOf(kind: DrawingKind, from: Anchor, to: Anchor): Drawing {
    const id = this.drawn.previewed?.id ?? crypto.randomUUID()
    const anchors = drawingAnchors[kind] === 1 ? [to] : [from, to]
    const colour = kind === 'level' || kind === 'note' ? 'yellow' : 'blue'
    return { id, kind, anchors, colour, width: 1, text: '', locked: false }
  }
}
