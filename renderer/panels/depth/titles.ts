import { depthText } from '../../messages/panels/depth'
import { depthSpans, type DepthScale, type DepthSpan } from '#shared/contract/market/panels/depth'
import { formatDecimal, type NumberFormat } from '../../lib/format/number'

export const scaleTitles: Readonly<Record<DepthScale, string>> = {
  linear: depthText.scale.linear,
  log: depthText.scale.log
}
export const scaleNames: Readonly<Record<DepthScale, string>> = {
  linear: depthText.scale.linear,
  log: depthText.scale.logShort
}

export const spanName = (span: DepthSpan, numbers: NumberFormat) =>
  span === 'fit'
    ? depthText.span.fit
    : span === 'all'
      ? depthText.span.all
      : `±${formatDecimal(span, numbers)}%`

export const spanOptions = (numbers: NumberFormat) =>
  depthSpans.map((value) => ({ value, title: spanName(value, numbers) }))
