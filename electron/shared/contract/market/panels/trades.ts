import * as v from 'valibot'

export const sizePattern = /^\d{1,30}(\.\d{1,30})?$/
const size = v.pipe(v.string(), v.regex(sizePattern))
const max = v.fallback(v.nullable(size), null)

/** As inferred. */
export const tapeSides = ['buy', 'sell', 'unknown'] as const
export type TapeSide = (typeof tapeSides)[number]
const yes = v.fallback(v.boolean(), true)
const no = v.fallback(v.boolean(), false)

/** Which rows are shown. A maximum of null is none. */
export const tapeFilter = v.object({
  sides: v.fallback(v.pipe(v.array(v.picklist(tapeSides)), v.minLength(1)), [...tapeSides]),
  atLeast: v.fallback(size, '0'),
  atMost: max,
  /** In quote currency. */
  valueAtLeast: v.fallback(size, '0'),
  valueAtMost: max,
  /** Merge prints of one side, price and millisecond. */
  together: yes,
  /** Merge prints of one side and second. */
  perSecond: no
})
export type TapeFilter = v.InferOutput<typeof tapeFilter>

/** Large trades: from a fixed size, or above a percentile of recent trades. */
const largeRules = ['off', 'fixed', 'percentile'] as const
export type LargeRuleKind = (typeof largeRules)[number]
export const largePercents = ['90', '95', '98', '99', '99.5'] as const
export const largeWindows = [50, 100, 200, 500, 1000] as const

export const tapeSettings = v.object({
  ...tapeFilter.entries,
  large: v.fallback(v.picklist(largeRules), 'percentile'),
  largeSize: v.fallback(size, '1'),
  largePercent: v.fallback(v.picklist(largePercents), '95'),
  largeOf: v.fallback(v.picklist(largeWindows), 200),
  sound: no,
  holdUnderPointer: yes
})
export type TapeSettings = v.InferOutput<typeof tapeSettings>
