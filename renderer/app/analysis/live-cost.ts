import type { AnalysisReport, AnalysisRow, AnalysisSeries } from '#shared/contract/recording/analysis'
import { compareDecimals, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { minMoments } from '../../lib/cost/compared'

interface Sampled extends Pick<AnalysisReport, 'columns'> {
  readonly series: Pick<AnalysisSeries, 'distributions'> & { readonly total: Pick<AnalysisRow, 'samples'> }
}

/** The share of the samples that are below a cost, in whole percent; null with too few of them. */
export function shareBelow({ columns, series }: Sampled, side: 'buy' | 'sell', cost: Decimal): number | null {
  if (series.total.samples < minMoments) return null
  const medians = columns.filter(({ statistic }) => statistic === 'median')
  const percentiles = series.distributions[medians.findIndex(({ measure }) => measure === side)]
  if (!percentiles || percentiles.every((value) => value === null)) return null
  // A share without a figure is one for which the book was too thin, which is dearer than any cost.
  return Math.max(
    0,
    percentiles.findLastIndex((value) => value !== null && compareDecimals(parseDecimal(value)!, cost) < 0)
  )
}
