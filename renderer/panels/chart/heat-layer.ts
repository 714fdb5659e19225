import type {
  IPanePrimitive,
  IPanePrimitivePaneView,
  ISeriesApi,
  ITimeScaleApi,
  Logical,
  PaneAttachedParameter,
  Time
} from 'lightweight-charts'
import type { HeatColumn, HeatColumns } from '../../lib/markets'
import { contrasts, HeatRamp, HeatShades } from './heat-ramp'
import { brightestOf, SteadyScale } from './heat-scale'
import { HeatSheet, type Placed } from './heat-sheet'
import type { Slots } from './slots'
import type { Target } from './target'

/** What the legend shows. */
export interface HeatKey {
  readonly ramp: HeatRamp
  /** The size from which heat is brightest. */
  readonly brightest: number
  /** The newest bin's height as a price. */
  readonly bin: number
  /** Of the pane, in pixels. */
  readonly height: number
}

interface Sources {
  readonly slots: Slots
  readonly time: ITimeScaleApi<Time>
  readonly prices: ISeriesApi<'Candlestick'>
  /** Called when what the legend shows changes; null without heat. */
  readonly keyed: (key: HeatKey | null) => void
}

/** On a logarithmic axis this many bins are drawn as evenly spaced. */
const binsAtOnce = 8

export class HeatLayer implements IPanePrimitive<Time> {
  /** A linear price axis. */
  even = true
  contrast: number = contrasts.usual
  #heat: HeatColumns | null = null
  #ramp = new HeatRamp('')
  #shades = new HeatShades(this.#ramp, 0, this.contrast)
  #sheets = new Map<number, HeatSheet>()
  readonly #scale = new SteadyScale()
  #measured = ''
  #size = 0
  #key: HeatKey | null = null
  #requestPaint = () => {}
  readonly #views: readonly IPanePrimitivePaneView[]

  constructor(private readonly sources: Sources) {
    const renderer = { draw: (target: Target) => this.#draw(target) }
    this.#views = [{ zOrder: () => 'bottom', renderer: () => renderer }]
  }

  paneViews(): readonly IPanePrimitivePaneView[] {
    return this.#views
  }

  attached({ requestUpdate }: PaneAttachedParameter<Time>): void {
    this.#requestPaint = requestUpdate
  }

  get heat(): HeatColumns | null {
    return this.#heat
  }

  set heat(heat: HeatColumns | null) {
    if (heat?.interval !== this.#heat?.interval) this.#scale.restart()
    this.#heat = heat
    if (!heat) this.#tell(null)
  }

  colour(ramp: string): void {
    if (ramp !== this.#ramp.text) this.#ramp = new HeatRamp(ramp)
  }

  invalidate(): void {
    for (const sheet of this.#sheets.values()) sheet.invalidate()
  }

  /** The resting size; null if not recorded. */
  sizeAt(slot: number, price: number): number | null {
    const column = this.#columnAt(slot)
    if (!column) return null
    const size = column.sizes[Math.floor(price / column.bin) - column.first]
    return size === undefined || Number.isNaN(size) ? null : size
  }

  #columnAt(slot: number): HeatColumn | null {
    const start = this.sources.slots.all[slot]?.start
    const { heat } = this
    if (start === undefined || !heat) return null
    const column = heat.all[heat.indexFrom(start)]
    return column?.start === start ? column : null
  }

  #draw(target: Target): void {
    const { heat, sources } = this
    const visible = sources.time.getVisibleLogicalRange()
    if (!heat || !visible || heat.all.length === 0) return
    const slots = sources.slots.all
    const first = slots[Math.max(0, Math.floor(visible.from))]
    const last = slots[Math.min(slots.length - 1, Math.ceil(visible.to))]
    if (!first || !last) return
    const from = heat.indexFrom(first.start)
    const to = heat.indexFrom(last.start + 1)
    const shades = this.#shadesOf(heat, from, to)
    if (!shades) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      for (const [bin, placed] of this.#placed(heat, from, to)) {
        const sheet = this.#sheetOf(bin)
        sheet.show(placed, shades)
        this.#put(context, sheet, placed, mediaSize.height)
      }
      this.#tell({
        ramp: this.#ramp,
        brightest: shades.brightest,
        bin: heat.all[to - 1]!.bin,
        height: mediaSize.height
      })
    })
  }

  #tell(key: HeatKey | null): void {
    const before = this.#key
    const isSame =
      key?.brightest === before?.brightest &&
      key?.height === before?.height &&
      key?.bin === before?.bin &&
      key?.ramp === before?.ramp
    if (isSame) return
    this.#key = key
    this.sources.keyed(key)
  }

  /** Null if nothing rests in these columns. */
  #shadesOf(heat: HeatColumns, from: number, to: number): HeatShades | null {
    // Cached, because it reads every cell.
    const measured = `${heat.version} ${from} ${to}`
    if (measured !== this.#measured) this.#size = brightestOf(heat.all, from, to)
    this.#measured = measured
    this.#scale.follow(this.#size)
    const { brightest, isMoving } = this.#scale
    if (isMoving) this.#requestPaint()
    if (brightest === 0) return null
    const { ramp, contrast } = this.#shades
    if (ramp !== this.#ramp || contrast !== this.contrast || brightest !== this.#shades.brightest)
      this.#shades = new HeatShades(this.#ramp, brightest, this.contrast)
    return this.#shades
  }

  /** Columns on the axis by bin height. */
  #placed(heat: HeatColumns, from: number, to: number): Map<number, Placed[]> {
    const all = new Map<number, Placed[]>()
    let slot = -1
    for (let at = from; at < to; at += 1) {
      const column = heat.all[at]!
      slot = slot + 1
      if (this.sources.slots.all[slot]?.start !== column.start)
        slot = this.sources.slots.indexAt(column.start)
      if (this.sources.slots.all[slot]?.start !== column.start) continue
      const same = all.get(column.bin)
      if (same) same.push({ slot, column })
      else all.set(column.bin, [{ slot, column }])
    }
    for (const bin of this.#sheets.keys()) if (!all.has(bin)) this.#sheets.delete(bin)
    return all
  }

  #sheetOf(bin: number): HeatSheet {
    const known = this.#sheets.get(bin)
    if (known) return known
    const sheet = new HeatSheet(bin)
    this.#sheets.set(bin, sheet)
    return sheet
  }

  #put(context: CanvasRenderingContext2D, sheet: HeatSheet, placed: readonly Placed[], height: number): void {
    const { time, prices } = this.sources
    const firstSlot = placed[0]!.slot
    const count = placed.at(-1)!.slot + 1 - firstSlot
    const left = time.logicalToCoordinate(firstSlot as Logical)
    const next = time.logicalToCoordinate((firstSlot + 1) as Logical)
    if (left === null || next === null) return
    const spacing = next - left
    const x = left - spacing / 2
    const lowest = prices.coordinateToPrice(height)
    const highest = prices.coordinateToPrice(0)
    if (lowest === null || highest === null) return
    const from = Math.max(0, sheet.rowOf(lowest))
    const to = Math.min(sheet.canvas.height, sheet.rowOf(highest) + 1)
    const step = this.even ? to - from : binsAtOnce
    for (let row = from; row < to; row += step) {
      const some = Math.min(step, to - row)
      const bottom = prices.priceToCoordinate(sheet.priceOf(row))
      const top = prices.priceToCoordinate(sheet.priceOf(row + some))
      if (bottom === null || top === null) continue
      context.save()
      // Otherwise rows would be left out.
      context.imageSmoothingEnabled = spacing < 1 || bottom - top < some
      // The bitmap is upside down.
      context.translate(x, bottom)
      context.scale(1, -1)
      const wide = count * spacing
      context.drawImage(sheet.canvas, firstSlot - sheet.firstSlot, row, count, some, 0, 0, wide, bottom - top)
      context.restore()
    }
  }
}
