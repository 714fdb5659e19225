import * as v from 'valibot'
import { costSizeSettings } from './cost'

/** Distance from the mid in percent; `fit` shows most of the book, `all` everything. */
export const depthSpans = ['fit', '0.05', '0.1', '0.25', '0.5', '1', '1.5', '2', '5', '10', 'all'] as const
export type DepthSpan = (typeof depthSpans)[number]

export const depthScales = ['linear', 'log'] as const
export type DepthScale = (typeof depthScales)[number]

export const depthSettings = v.object({
  span: v.fallback(v.picklist(depthSpans), 'fit'),
  scale: v.fallback(v.picklist(depthScales), 'linear'),
  average: v.fallback(v.boolean(), true),
  /** The size at the same distance on the other side. */
  mirror: v.fallback(v.boolean(), true),
  /** The cost of a size above the chart. */
  cost: v.fallback(v.boolean(), false),
  ...costSizeSettings
})
export type DepthSettings = v.InferOutput<typeof depthSettings>
