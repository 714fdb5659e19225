import type { HeatColumn } from '../../lib/markets'
import { HeatShades, type HeatRamp } from './heat-ramp'

/** Spare columns and rows, so that small moves need no new bitmap. */
const spare = 48
/** The maximum height; outliers are omitted. */
const highest = 4096
/** Pixels that are written at once; one image is many times faster than one per column. */
const maxImage = 4_000_000

export interface Placed {
  /** The slot on the time axis. */
  readonly slot: number
  readonly column: HeatColumn
}

/** One pixel per slot and bin; only changed columns are written. */
export class HeatSheet {
  readonly canvas: HTMLCanvasElement
  #context: CanvasRenderingContext2D
  #drawn: (HeatColumn | undefined)[] = []
  #firstSlot = 0
  /** The bin of the lowest row; the bitmap is upside down. */
  #firstBin = 0
  #shades: HeatShades | null = null

  constructor(
    readonly bin: number,
    canvas: HTMLCanvasElement = document.createElement('canvas')
  ) {
    this.canvas = canvas
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This canvas cannot be drawn on.')
    this.#context = context
  }

  get firstSlot(): number {
    return this.#firstSlot
  }

  rowOf(price: number): number {
    return Math.floor(price / this.bin) - this.#firstBin
  }

  /** The lower edge of a row. */
  priceOf(row: number): number {
    return (this.#firstBin + row) * this.bin
  }

  /** Shows sorted columns of equal bin height. */
  show(placed: readonly Placed[], ramp: HeatRamp, brightest: number, contrast: number): void {
    const known = this.#shades
    const isSame = known?.ramp === ramp && known.brightest === brightest && known.contrast === contrast
    const shades = isSame ? known : new HeatShades(ramp, brightest, contrast)
    if (!isSame || !this.#holds(placed)) {
      this.#begin(placed)
      this.#writeAll(placed, shades)
    }
    this.#shades = shades
    for (const { slot, column } of placed) {
      const x = slot - this.#firstSlot
      if (this.#drawn[x] === column) continue
      this.#drawn[x] = column
      this.#write(x, column, shades)
    }
  }

  /** The time axis was rebuilt. */
  invalidate(): void {
    this.#shades = null
  }

  #holds(placed: readonly Placed[]): boolean {
    const { width, height } = this.canvas
    return placed.every(({ slot, column }) => {
      const x = slot - this.#firstSlot
      const y = column.first - this.#firstBin
      return x >= 0 && x < width && y >= 0 && (y + column.sizes.length <= height || height === highest)
    })
  }

  #begin(placed: readonly Placed[]): void {
    let first = Infinity
    let last = -Infinity
    for (const { column } of placed) {
      first = Math.min(first, column.first)
      last = Math.max(last, column.first + column.sizes.length)
    }
    this.#firstSlot = placed[0]!.slot - spare
    this.#firstBin = first - spare
    // Resizing also clears it.
    this.canvas.width = placed.at(-1)!.slot + spare - this.#firstSlot
    this.canvas.height = Math.min(highest, last + spare - this.#firstBin)
    this.#drawn = []
  }

  #writeAll(placed: readonly Placed[], shades: HeatShades): void {
    const { width, height } = this.canvas
    if (height === highest || width * height > maxImage) return
    const image = this.#context.createImageData(width, height)
    const pixels = new Uint32Array(image.data.buffer)
    for (const { slot, column } of placed) {
      const x = slot - this.#firstSlot
      shades.write(column.sizes, pixels, (column.first - this.#firstBin) * width + x, width)
      this.#drawn[x] = column
    }
    this.#context.putImageData(image, 0, 0)
  }

  #write(x: number, { sizes, first }: HeatColumn, shades: HeatShades): void {
    const image = this.#context.createImageData(1, sizes.length)
    shades.write(sizes, new Uint32Array(image.data.buffer))
    const y = first - this.#firstBin
    this.#context.clearRect(x, 0, 1, this.canvas.height)
    this.#context.putImageData(image, x, y)
  }
}

/** One per bin height. */
export class HeatSheets {
  readonly #all = new Map<number, HeatSheet>()

  of(bin: number): HeatSheet {
    const sheet = this.#all.get(bin) ?? new HeatSheet(bin)
    this.#all.set(bin, sheet)
    return sheet
  }

  /** Removes all others. */
  keep(bins: ReadonlyMap<number, unknown>): void {
    for (const bin of this.#all.keys()) if (!bins.has(bin)) this.#all.delete(bin)
  }

  invalidate(): void {
    for (const sheet of this.#all.values()) sheet.invalidate()
  }
}
