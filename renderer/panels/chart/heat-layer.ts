import type { ISeriesApi, ITimeScaleApi, Logical, Time } from 'lightweight-charts'
import { Throttle } from '../../lib/throttle'
import { contrasts, HeatRamp } from './heat-ramp'
import { brightestOf, SteadyScale, type PriceRange } from './heat-scale'
import { HeatSheets, type HeatSheet, type Placed } from './heat-sheet'
import { columnAt, shownHeat, type HeatSources, type ShownHeat } from './heat-shown'
import { Layer } from './layer'
import type { Slots } from './slots'
import type { Target } from './target'

/** The height that the legend covers at the bottom of the pane, in pixels. */
export const heatLegendHigh = 34

/** The contents of the legend. */
export interface HeatKey {
  readonly ramp: HeatRamp
  /** The size from which heat is brightest. */
  readonly brightest: number
  /** The height of the bins that the sizes are of, as a price. */
  readonly bin: number
  readonly minutesUntil: number | null
  /** Of the pane, in pixels, beside the axes. */
  readonly height: number
  readonly width: number
  /** Of the axis at its left. */
  readonly left: number
}

interface Sources {
  readonly slots: Slots
  readonly time: ITimeScaleApi<Time>
  readonly prices: ISeriesApi<'Candlestick'>
  /** The width of the left axis. */
  readonly left: () => number
  /** Called when what the legend shows changes; null without heat. */
  readonly keyed: (key: HeatKey | null) => void
}

/** On a logarithmic axis this many bins are drawn as evenly spaced. */
const binsAtOnce = 8
/** Milliseconds between the steps of the scale. */
const stepPause = 50

export class HeatLayer extends Layer<Sources> {
  /** A linear price axis. */
  even = true
  contrast: number = contrasts.usual
  #shown: HeatSources | null = null
  #ramp = new HeatRamp('')
  readonly #sheets = new HeatSheets()
  readonly #scale = new SteadyScale()
  readonly #step = new Throttle(() => this.redraw(), stepPause)
  #measured = ''
  #size = 0
  #key: HeatKey | null = null

  show(shown: HeatSources | null): void {
    if (shown?.heat.interval !== this.#shown?.heat.interval) this.#scale.restart()
    this.#shown = shown
    if (!shown) this.#tell(null)
  }

  colour(ramp: string): void {
    if (ramp !== this.#ramp.text) this.#ramp = new HeatRamp(ramp)
  }

  invalidate(): void {
    this.#sheets.invalidate()
  }

  /** The resting size in the height of a bin of the legend; null if not recorded. */
  sizeAt(slot: number, price: number): number | null {
    const start = this.sources.slots.all[slot]?.start
    const column = this.#shown && start !== undefined ? columnAt(this.#shown, start) : null
    if (!column) return null
    const size = column.sizes[Math.floor(price / column.bin) - column.first]
    if (size === undefined || Number.isNaN(size)) return null
    return size * ((this.#key?.bin ?? column.bin) / column.bin)
  }

  override detached(): void {
    this.#step.stop()
    super.detached()
  }

  protected override bottom(target: Target): void {
    const { slots, time } = this.sources
    const visible = time.getVisibleLogicalRange()
    if (!this.#shown || !visible) return
    const from = Math.max(0, Math.floor(visible.from))
    const to = Math.min(slots.all.length - 1, Math.ceil(visible.to))
    const shown = shownHeat(this.#shown, slots.all, { from, to })
    const { newest, minutesUntil } = shown
    if (!newest) return this.#tell(null)
    const sources = this.#shown
    const { bin } = newest
    target.useMediaCoordinateSpace(({ context, mediaSize: { height, width } }) => {
      const range = this.#pricesOf(height)
      if (!range) return
      const brightest = this.#brightestOf(shown, sources, range)
      if (brightest === 0) return
      this.#sheets.keep(shown.byBin)
      for (const [each, placed] of shown.byBin) {
        const sheet = this.#sheets.of(each)
        // Higher bins have more in them: the same brightness is the same depth.
        sheet.show(placed, this.#ramp, (brightest * each) / bin, this.contrast)
        this.#put(context, sheet, placed, range)
      }
      const left = this.sources.left()
      this.#tell({ ramp: this.#ramp, brightest, bin, minutesUntil, height, width, left })
    })
  }

  #tell(key: HeatKey | null): void {
    const before = this.#key
    const names = ['ramp', 'brightest', 'bin', 'minutesUntil', 'height', 'width', 'left'] as const
    if (key === before || (key && before && names.every((name) => key[name] === before[name]))) return
    this.#key = key
    this.sources.keyed(key)
  }

  /** Of the whole pane. */
  #pricesOf(height: number): PriceRange | null {
    const { prices } = this.sources
    const lowest = prices.coordinateToPrice(height)
    const highest = prices.coordinateToPrice(0)
    return lowest === null || highest === null ? null : { lowest, highest }
  }

  /** Of the newest bin height. */
  #brightestOf({ byBin, newest }: ShownHeat, { heat, minutes }: HeatSources, range: PriceRange): number {
    const { bin } = newest!
    const placed = byBin.get(bin)!
    const rows = [range.lowest, range.highest].map((price) => Math.floor(price / bin))
    // Cached, because it reads every cell.
    const versions = [heat.version, minutes?.version]
    const measured = [...versions, placed[0]!.column.start, placed.length, ...rows].join(' ')
    if (measured !== this.#measured)
      this.#size = brightestOf(
        placed.map(({ column }) => column),
        range
      )
    this.#measured = measured
    this.#scale.follow(this.#size)
    if (this.#scale.isMoving) this.#step.call()
    return this.#scale.brightest
  }

  #put(
    context: CanvasRenderingContext2D,
    sheet: HeatSheet,
    placed: readonly Placed[],
    { lowest, highest }: PriceRange
  ): void {
    const { time, prices } = this.sources
    const firstSlot = placed[0]!.slot
    const count = placed.at(-1)!.slot + 1 - firstSlot
    const left = time.logicalToCoordinate(firstSlot as Logical)
    const next = time.logicalToCoordinate((firstSlot + 1) as Logical)
    if (left === null || next === null) return
    const spacing = next - left
    const x = left - spacing / 2
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
