import { channelsOf } from './colours'

type Channels = readonly [red: number, green: number, blue: number]

const black: Channels = [0, 0, 0]
/** Where the colors of a ramp are, as shares of it. */
const stops = [0, 0.1, 0.26, 0.44, 0.62, 0.76, 0.88, 1] as const

export const contrasts = { min: 0, usual: 50, max: 100 } as const
const usualPower = 0.62
/** From the usual contrast to the highest. */
const powerRange = 1.45

/** With more contrast, small sizes are closer to nothing. */
const powerOf = (contrast: number) =>
  usualPower * powerRange ** ((contrast - contrasts.usual) / (contrasts.max - contrasts.usual))

/** The place on the ramp, for a share of the brightest size. */
export const rampPlace = (share: number, contrast: number): number => Math.min(1, share) ** powerOf(contrast)

const gradientSteps = 24
const shades = 512

/** The colors of heat, from nothing to the brightest size. */
export class HeatRamp {
  readonly #colours: readonly Channels[]
  readonly #pixels: Uint32Array

  /** @param text as in the tokens: eight colors in hex, separated by spaces */
  constructor(readonly text: string) {
    this.#colours = text.split(' ').map(channelsOf)
    this.#pixels = Uint32Array.from({ length: shades }, (_, shade) => {
      const [red, green, blue] = this.colourAt(shade / (shades - 1))
      // In image format, red is the lowest byte.
      return (red | (green << 8) | (blue << 16) | (255 << 24)) >>> 0
    })
  }

  colourAt(place: number): Channels {
    let at = 0
    while (at < stops.length - 2 && place > stops[at + 1]!) at += 1
    const share = (place - stops[at]!) / (stops[at + 1]! - stops[at]!)
    const low = this.#colours[at] ?? black
    const high = this.#colours[at + 1] ?? low
    const mix = (channel: 0 | 1 | 2) => Math.round(low[channel] + (high[channel] - low[channel]) * share)
    return [mix(0), mix(1), mix(2)]
  }

  pixelAt(place: number): number {
    return this.#pixels[Math.round(place * (shades - 1))]!
  }

  /** Over sizes from nothing to the brightest, for CSS. */
  gradient(contrast: number): string {
    const colours = Array.from({ length: gradientSteps + 1 }, (_, step) => {
      const colour = this.colourAt(rampPlace(step / gradientSteps, contrast))
      return `rgb(${colour.join(' ')})`
    })
    return `linear-gradient(90deg, ${colours.join(', ')})`
  }
}

/** Of the exponent and mantissa of a float: 256 shades per doubling. */
const droppedBits = 15
const perDouble = 2 ** (23 - droppedBits)
/** Sizes this many doublings smaller are drawn as the smallest. */
const doublings = 16
const length = doublings * perDouble

const float = new Float32Array(1)
const floatBits = new Uint32Array(float.buffer)

/** The pixels of sizes up to the brightest, found by the bits of a size. */
export class HeatShades {
  readonly #pixels = new Uint32Array(length)
  readonly #lowest: number

  constructor(
    readonly ramp: HeatRamp,
    readonly brightest: number,
    readonly contrast: number
  ) {
    float[0] = brightest
    this.#lowest = Math.max(0, (floatBits[0]! >>> droppedBits) - length + 1)
    for (let index = 0; index < length; index += 1) {
      floatBits[0] = (this.#lowest + index) << droppedBits
      this.#pixels[index] = ramp.pixelAt(rampPlace(float[0]! / brightest, contrast))
    }
  }

  /** Nothing is drawn where nothing rests or nothing is known. `stride` is the distance between two rows. */
  write(sizes: Float32Array, pixels: Uint32Array, start = 0, stride = 1): void {
    const bits = new Uint32Array(sizes.buffer, sizes.byteOffset, sizes.length)
    let at = start
    for (let row = 0; row < sizes.length; row += 1, at += stride) {
      if (!(sizes[row]! > 0)) {
        pixels[at] = 0
        continue
      }
      const index = (bits[row]! >>> droppedBits) - this.#lowest
      pixels[at] = this.#pixels[index < 0 ? 0 : index < length ? index : length - 1]!
    }
  }
}
