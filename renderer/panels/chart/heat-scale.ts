import type { HeatColumn } from '../../lib/markets'
import { channelsOf } from './colours'

/** A single huge order must not leave all others dark: so much of what is seen is below the brightest shade. */
const belowBrightest = 0.98
/** The brightest shade begins at one of these steps, so that it does not waver with every order. */
const stepsPerDouble = 3
/** A size of so small a part of the brightest one is as dark as nothing. */
const darkest = 1 / 64
const shades = 64

const octaves = 80
const lowest = -40
const perOctave = 8
const counts = new Uint32Array(octaves * perOctave)

/** The size from which on a cell is drawn in the brightest shade; 0 where nothing rests in any of these columns. */
export function brightestOf(columns: readonly HeatColumn[], from: number, to: number): number {
  counts.fill(0)
  let total = 0
  for (let at = Math.max(0, from); at < Math.min(to, columns.length); at += 1) {
    for (const size of columns[at]!.sizes) {
      if (!(size > 0)) continue
      const bucket = Math.floor((Math.log2(size) - lowest) * perOctave)
      counts[Math.min(counts.length - 1, Math.max(0, bucket))]! += 1
      total += 1
    }
  }
  if (total === 0) return 0
  let left = Math.ceil(total * belowBrightest)
  let bucket = 0
  while (bucket < counts.length - 1 && left > counts[bucket]!) {
    left -= counts[bucket]!
    bucket += 1
  }
  const exponent = (bucket + 1) / perOctave + lowest
  return 2 ** (Math.ceil(exponent * stepsPerDouble) / stepsPerDouble)
}

/** A bin of more pixels than this is not a line of the book but a wall in front of which nothing else is seen. */
const maxBin = 18
const faintestBin = 0.3

/** How strongly bins are drawn that are so many pixels high: a chart that is near shows them larger, and so fainter. */
export const opacityOfBin = (height: number): number =>
  Math.min(1, Math.max(faintestBin, maxBin / Math.abs(height)))

/** From 0, which is nothing, to 1: logarithmic, since sizes differ by orders of magnitude. */
export function warmth(size: number, brightest: number): number {
  if (!(size > 0) || !(brightest > 0)) return 0
  const share = size / brightest
  if (share >= 1) return 1
  return share <= darkest ? 0 : 1 - Math.log2(share) / Math.log2(darkest)
}

/** So faint that it is just more than nothing, and so strong that candles stand out from it in every look. */
const faintest = 0.02
const strongest = 0.33

/** How much of the colour a shade lets through: what is usual stays in the background, and walls come out of it. */
export const opacityOf = (warm: number) => (warm <= 0 ? 0 : faintest + (strongest - faintest) * warm ** 3)

/** One pixel for each shade, as an image holds it: red is the lowest byte. */
export function shadesOf(colour: string): Uint32Array {
  const [red, green, blue] = channelsOf(colour)
  const opaque = red | (green << 8) | (blue << 16)
  return Uint32Array.from({ length: shades + 1 }, (_, shade) => {
    const opacity = Math.round(255 * opacityOf(shade / shades))
    return (opaque | (opacity << 24)) >>> 0
  })
}

/** Which of the shades a size has. */
export const shadeOf = (size: number, brightest: number) => Math.ceil(shades * warmth(size, brightest))
