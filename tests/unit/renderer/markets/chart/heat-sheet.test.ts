import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HeatColumn } from '#renderer/lib/markets/heat'
import { HeatRamp, HeatShades } from '#renderer/panels/chart/heat-ramp'
import { HeatSheet, type Placed } from '#renderer/panels/chart/heat-sheet'

/** The pixels of a canvas, as far as a sheet draws on it. */
class Bitmap {
  #width = 0
  #height = 0
  pixels = new Uint32Array(0)

  get width() {
    return this.#width
  }
  set width(width: number) {
    this.#width = width
    this.#clear()
  }
  get height() {
    return this.#height
  }
  set height(height: number) {
    this.#height = height
    this.#clear()
  }

  getContext() {
    return {
      createImageData: (width: number, height: number) => ({
        ...{ width, height, data: new Uint8ClampedArray(width * height * 4) }
      }),
      putImageData: (image: ImageData, x: number, y: number) => {
        const from = new Uint32Array(image.data.buffer)
        for (let at = 0; at < from.length; at += 1)
          this.#set(x + (at % image.width), y + Math.floor(at / image.width), from[at]!)
      },
      clearRect: (x: number, y: number, width: number, height: number) => {
        for (let column = x; column < x + width; column += 1)
          for (let row = y; row < y + height; row += 1) this.#set(column, row, 0)
      }
    }
  }

  #clear() {
    this.pixels = new Uint32Array(this.#width * this.#height)
  }
  #set(x: number, y: number, pixel: number) {
    if (x >= 0 && x < this.#width && y >= 0 && y < this.#height) this.pixels[y * this.#width + x] = pixel
  }
}

const ramp = new HeatRamp('#10141a #111d32 #173668 #2460a8 #5499d6 #bec4be #fad66e #fff6d0')
const column = fc.record({
  first: fc.integer({ min: -30, max: 30 }),
  sizes: fc.array(fc.constantFrom(0, NaN, 1, 2, 5, 9, 200), { minLength: 4, maxLength: 4 })
})
const frames = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: 70 }),
    columns: fc.array(fc.option(column, { nil: null }), { minLength: 1, maxLength: 12 }),
    brightest: fc.constantFrom(8, 9)
  }),
  { minLength: 1, maxLength: 8 }
)

const columnOf = (sizes: readonly number[], first: number): HeatColumn => ({
  ...{
    start: 0,
    seen: 1,
    bin: 1,
    first,
    bid: NaN,
    ask: NaN,
    figured: 0,
    figures: new Float64Array(),
    largest: 0
  },
  sizes: Float32Array.from(sizes)
})

it('shows the columns of the last frame, whatever it showed before', () => {
  fc.assert(
    fc.property(frames, (all) => {
      const bitmap = new Bitmap()
      const sheet = new HeatSheet(1, bitmap as unknown as HTMLCanvasElement)
      for (const { from, columns, brightest } of all) {
        const placed: Placed[] = columns.flatMap((one, at) =>
          one ? [{ slot: from + at, column: columnOf(one.sizes, one.first) }] : []
        )
        if (placed.length === 0) continue
        sheet.show(placed, ramp, brightest, 50)
        const shades = new HeatShades(ramp, brightest, 50)
        for (const { slot, column: shown } of placed) {
          const expected = new Uint32Array(shown.sizes.length)
          shades.write(shown.sizes, expected)
          for (let row = 0; row < bitmap.height; row += 1) {
            const at = Math.round(sheet.priceOf(row)) - shown.first
            const pixel = bitmap.pixels[row * bitmap.width + slot - sheet.firstSlot]
            if (pixel !== (expected[at] ?? 0)) expect.fail(`slot ${slot}, row ${row}: ${pixel}`)
          }
        }
      }
    }),
    { numRuns: 50 }
  )
})
