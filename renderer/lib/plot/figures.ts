import type { HealthFrame } from '#shared/contract/market/feed'
import type { Percentiles } from '#shared/contract/connection/stream-figures'
import { formatDecimal, formatMilliseconds, noNumber, type NumberFormat } from '../format/number'
import type { Point } from './plot'

export interface Line {
  /** Empty if the plot has a single line. */
  readonly name: string
  /** The custom property of its colour. */
  readonly ink: '--accent' | '--good' | '--warning'
  readonly points: readonly Point[]
}

/** One figure of each frame over time, with gaps where it was not measured. */
export function pointsOf(
  frames: readonly HealthFrame[],
  figure: (frame: HealthFrame) => number | null | undefined
): readonly Point[] {
  return frames.flatMap((frame) => {
    const value = figure(frame)
    return value === null || value === undefined ? [] : [{ at: frame.at, value }]
  })
}

export const percentileLines = (
  frames: readonly HealthFrame[],
  figure: (frame: HealthFrame) => Percentiles | null | undefined
): readonly Line[] => [
  { name: 'p50', ink: '--accent', points: pointsOf(frames, (frame) => figure(frame)?.p50) },
  { name: 'p99', ink: '--warning', points: pointsOf(frames, (frame) => figure(frame)?.p99) }
]

export function formatOffset(milliseconds: number, format: NumberFormat): string {
  if (!Number.isFinite(milliseconds)) return noNumber
  const size = Math.abs(milliseconds)
  const sign = size < 0.05 ? '' : milliseconds < 0 ? '−' : '+'
  if (size < 1000) return `${sign}${formatMilliseconds(size, format)}`
  return `${sign}${formatDecimal((size / 1000).toFixed(1), format)}\u00a0s`
}

export const formatRate = (rate: number, format: NumberFormat) =>
  formatDecimal(String(Math.round(rate)), format)
