import * as v from 'valibot'
import { largePercents, largeWindows, tapeFilter } from './trades'

/** Which prints of all markets are listed: large ones of their market, and of this value in its quote currency. */
export const printsSettings = v.object({
  largePercent: v.fallback(v.picklist(largePercents), '99'),
  largeOf: v.fallback(v.picklist(largeWindows), 500),
  valueAtLeast: tapeFilter.entries.valueAtLeast
})
export type PrintsSettings = v.InferOutput<typeof printsSettings>
