import * as v from 'valibot'

/** How far to either side of the mid, in percent of it; `fit` is where most of the book rests, `all` as far as it goes. */
export const depthSpans = ['fit', '0.05', '0.1', '0.25', '0.5', '1', '1.5', '2', '5', '10', 'all'] as const
export type DepthSpan = (typeof depthSpans)[number]

export const depthScales = ['linear', 'log'] as const
export type DepthScale = (typeof depthScales)[number]

export const depthSettings = v.object({
  span: v.fallback(v.picklist(depthSpans), 'fit'),
  scale: v.fallback(v.picklist(depthScales), 'linear'),
  /** The average price of taking all up to the cursor, in the box beside it. */
  average: v.fallback(v.boolean(), true),
  /** What lies at the same distance on the other side, in the box. */
  mirror: v.fallback(v.boolean(), true)
})
export type DepthSettings = v.InferOutput<typeof depthSettings>
