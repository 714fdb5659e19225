import { depthSpans, type DepthScale, type DepthSpan } from '#shared/contract/market/panels/depth'
import { formatDecimal, type NumberFormat } from '../../lib/format/number'

export const scaleTitles: Readonly<Record<DepthScale, string>> = { linear: 'Linear', log: 'Logarithmic' }
export const scaleNames: Readonly<Record<DepthScale, string>> = { linear: 'Linear', log: 'Log' }

export const spanName = (span: DepthSpan, numbers: NumberFormat) =>
  span === 'fit' ? 'Fit' : span === 'all' ? 'All levels' : `±${formatDecimal(span, numbers)}%`

export const spanOptions = (numbers: NumberFormat) =>
  depthSpans.map((value) => ({ value, title: spanName(value, numbers) }))
