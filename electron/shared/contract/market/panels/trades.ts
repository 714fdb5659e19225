import * as v from 'valibot'

export const sizePattern = /^\d{1,30}(\.\d{1,30})?$/
const size = v.pipe(v.string(), v.regex(sizePattern))

/** Large trades: from a fixed size, or above a percentile of recent trades. */
const largeRules = ['off', 'fixed', 'percentile'] as const
export type LargeRuleKind = (typeof largeRules)[number]
export const largePercents = ['90', '95', '98', '99', '99.5'] as const
export const largeWindows = [50, 100, 200, 500, 1000] as const

export const tapeSettings = v.object({
  atLeast: v.fallback(size, '0'),
  /** Merge prints of one side, price and millisecond. */
  together: v.fallback(v.boolean(), true),
  large: v.fallback(v.picklist(largeRules), 'percentile'),
  largeSize: v.fallback(size, '1'),
  largePercent: v.fallback(v.picklist(largePercents), '95'),
  largeOf: v.fallback(v.picklist(largeWindows), 200),
  sound: v.fallback(v.boolean(), false),
  holdUnderPointer: v.fallback(v.boolean(), true)
})
export type TapeSettings = v.InferOutput<typeof tapeSettings>
