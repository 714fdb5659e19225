import type { HeatColumn } from '../../lib/markets'
import { channelsOf } from './colours'

/** The quantile of sizes below the brightest shade, so that one huge order does not darken the rest. */
const belowBrightest = 0.98
/** The brightest size is rounded, so that it is stable. */
const stepsPerDouble = 3
/** The smallest visible fraction of the brightest size. */
const darkest = 1 / 64
const shades = 64

const octaves = 80
const lowest = -40
const perOctave = 8
const counts = new Uint32Array(octaves * perOctave)

/** 0 if nothing rests in these columns. */
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

/** Higher bins would hide everything else. */
const maxBin = 18
const faintestBin = 0.3

/** Larger bins are fainter. */
export const opacityOfBin = (height: number): number =>
  Math.min(1, Math.max(faintestBin, maxBin / Math.abs(height)))

/** From 0 to 1, logarithmic. */
export function warmth(size: number, brightest: number): number {
  if (!(size > 0) || !(brightest > 0)) return 0
  const share = size / brightest
  if (share >= 1) return 1
  return share <= darkest ? 0 : 1 - Math.log2(share) / Math.log2(darkest)
}

/** Barely visible to strong, with candles standing out in every theme. */
const faintest = 0.02
const strongest = 0.33

/** Common sizes stay in the background. */
export const opacityOf = (warm: number) => (warm <= 0 ? 0 : faintest + (strongest - faintest) * warm ** 3)

/** One pixel per shade in image format: red is the lowest byte. */
export function shadesOf(colour: string): Uint32Array {
  const [red, green, blue] = channelsOf(colour)
  const opaque = red | (green << 8) | (blue << 16)
  return Uint32Array.from({ length: shades + 1 }, (_, shade) => {
    const opacity = Math.round(255 * opacityOf(shade / shades))
    return (opaque | (opacity << 24)) >>> 0
  })
}

/** The shade of a size. */
export const shadeOf = (size: number, brightest: number) => Math.ceil(shades * warmth(size, brightest))
