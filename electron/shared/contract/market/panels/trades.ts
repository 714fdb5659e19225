import * as v from 'valibot'

/** A size as a person writes it: exact, in plain notation. */
export const sizePattern = /^\d{1,30}(\.\d{1,30})?$/
const size = v.pipe(v.string(), v.regex(sizePattern))

/** A trade is large from a fixed size on, or when it is beyond so many percent of those before it. */
const largeRules = ['off', 'fixed', 'percentile'] as const
export type LargeRuleKind = (typeof largeRules)[number]
export const largePercents = ['90', '95', '98', '99', '99.5'] as const
export const largeWindows = [50, 100, 200, 500, 1000] as const

export const tapeSettings = v.object({
  /** Smaller ones are left out; 0 leaves none out. */
  atLeast: v.fallback(size, '0'),
  /** Prints of one side at one price and one millisecond are one row. */
  together: v.fallback(v.boolean(), true),
  large: v.fallback(v.picklist(largeRules), 'percentile'),
  largeSize: v.fallback(size, '1'),
  largePercent: v.fallback(v.picklist(largePercents), '95'),
  largeOf: v.fallback(v.picklist(largeWindows), 200),
  sound: v.fallback(v.boolean(), false),
  /** It stands still while the pointer is on it. */
  holdUnderPointer: v.fallback(v.boolean(), true)
})
export type TapeSettings = v.InferOutput<typeof tapeSettings>
