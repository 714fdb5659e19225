import type { AnalysisCoverage } from '#shared/contract/recording/analysis'
import { divideDecimals, formatDecimal as plainText, parseDecimal } from '#shared/domain/base/decimal'
import { formatDuration } from '../../lib/format/duration'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import { analysisText } from '../../messages/analysis'
import type { ReportCell, Tone } from './report'

export type FigureUnit = 'bp' | 'base' | 'quote' | 'minutes'

const one = { units: 1n, scale: 0 }

/** Thresholds of the largest figure, and the digits after the point below the next one. */
const digits: Readonly<Record<FigureUnit, readonly (readonly [above: number, places: number])[]>> = {
  bp: [
    [1, 2],
    [0.1, 3],
    [0, 4]
  ],
  base: [
    [1000, 1],
    [10, 2],
    [1, 3],
    [0, 5]
  ],
  quote: [
    [1000, 2],
    [1, 4],
    [0, 6]
  ],
  minutes: [[0, 1]]
}

/** Digits after the point that all figures of a column have: no more than one of them needs. */
export function placesFor(texts: readonly (string | null)[], unit: FigureUnit): number {
  const largest = Math.max(0, ...texts.map((text) => Math.abs(Number(text ?? 0))))
  const needed = Math.max(0, ...texts.map((text) => text?.match(/\.(\d*[1-9])0*$/)?.[1]?.length ?? 0))
  return Math.min(needed, digits[unit].find(([above]) => largest >= above)![1])
}

export function roundedText(
  text: string | null,
  places: number,
  numbers: NumberFormat,
  signed = false
): string {
  const value = text === null ? null : parseDecimal(text)
  if (!value) return noNumber
  return formatDecimal(plainText(divideDecimals(value, one, places)), numbers, { places, signed })
}

export const figureCell = (
  text: string | null,
  places: number,
  numbers: NumberFormat,
  more: { readonly signed?: boolean; readonly tone?: Tone | undefined; readonly none?: string } = {}
): ReportCell =>
  text === null
    ? {
        text: more.none ?? noNumber,
        value: null,
        tone: more.none ? 'warning' : 'dim',
        exact: more.none ?? ''
      }
    : {
        text: roundedText(text, places, numbers, more.signed),
        value: Number(text),
        tone: more.tone,
        exact: text
      }

/** Rounded down, so that a gap is never shown as 100%. */
export function coverageText({ live, total, partial }: AnalysisCoverage, numbers: NumberFormat): string {
  if (!partial) return '100%'
  const tenths = total > 0 ? Math.min(999, Math.floor((live / total) * 1000)) : 0
  return `${formatDecimal((tenths / 10).toFixed(1), numbers)}%`
}

export const coverageCell = (coverage: AnalysisCoverage, numbers: NumberFormat): ReportCell => ({
  text: coverageText(coverage, numbers),
  value: coverage.total > 0 ? coverage.live / coverage.total : 0,
  tone: coverage.partial ? 'warning' : 'dim'
})

export const coverageFigure = (coverage: AnalysisCoverage, numbers: NumberFormat) => ({
  label: analysisText.figures.coverage,
  value: coverageText(coverage, numbers),
  unit: analysisText.figures.covered(formatDuration(coverage.live), formatDuration(coverage.total)),
  tone: coverage.partial ? ('warning' as const) : undefined
})
