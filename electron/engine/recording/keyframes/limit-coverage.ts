import type { SavedCoverage } from '#shared/domain/market/candles/index'

/** Nothing before this time is known, in milliseconds since the epoch. */
export const limitCoverage = ({ since, spans, steps }: SavedCoverage, from: number): SavedCoverage => ({
  since: since === null ? null : Math.max(since, from),
  spans: spans
    .filter(([, to]) => to > from)
    .map(([start, to]) => [Math.max(start, from), to] as [number, number]),
  steps: steps.filter(([, to]) => to > from)
})
