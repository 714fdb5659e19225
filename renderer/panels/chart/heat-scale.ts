import type { HeatColumn } from '../../lib/markets'

/** The quantile of sizes below the brightest. */
const belowBrightest = 0.98
/** In a thin book, one huge order is more than the rest of that quantile. */
const maxOfTypical = 16

/** Of the exponent and mantissa of a float: eight classes per doubling. */
const droppedBits = 20
const counts = new Uint32Array(2 ** (31 - droppedBits))
const edge = new Float32Array(1)
const edgeBits = new Uint32Array(edge.buffer)

export interface PriceRange {
  readonly lowest: number
  readonly highest: number
}

/** The size from which heat is brightest: above nearly all sizes in view. 0 if nothing rests there. */
export function brightestOf(columns: readonly HeatColumn[], { lowest, highest }: PriceRange): number {
  counts.fill(0)
  let total = 0
  for (const { sizes, first, bin } of columns) {
    const bits = new Uint32Array(sizes.buffer, sizes.byteOffset, sizes.length)
    const from = Math.max(0, Math.floor(lowest / bin) - first)
    const to = Math.min(sizes.length, Math.floor(highest / bin) - first + 1)
    for (let row = from; row < to; row += 1) {
      if (!(sizes[row]! > 0)) continue
      counts[bits[row]! >>> droppedBits]! += 1
      total += 1
    }
  }
  if (total === 0) return 0
  return Math.min(upperEdge(total * belowBrightest), maxOfTypical * upperEdge(total / 2))
}

/** Of the class of the size with that rank. */
function upperEdge(rank: number): number {
  let left = Math.ceil(rank)
  let at = 0
  while (at < counts.length - 1 && left > counts[at]!) {
    left -= counts[at]!
    at += 1
  }
  edgeBits[0] = (at + 1) << droppedBits
  return edge[0]!
}

/** It stays while what is measured is within this factor. */
const tolerance = 2 ** (1 / 3)
/** The largest change from one paint to the next. */
const maxStep = 2 ** (1 / 24)

/** The brightest size, which follows what is measured in small steps, so that colors do not jump. */
export class SteadyScale {
  brightest = 0
  /** It has not reached what was measured. */
  isMoving = false

  follow(measured: number): void {
    const ratio = measured / this.brightest
    if (this.brightest === 0 || measured === 0) this.restart(measured)
    else if (this.isMoving || ratio > tolerance || ratio < 1 / tolerance) {
      this.isMoving = ratio > maxStep || ratio < 1 / maxStep
      this.brightest *= Math.min(maxStep, Math.max(1 / maxStep, ratio))
    }
  }

  restart(measured = 0): void {
    this.brightest = measured
    this.isMoving = false
  }
}
