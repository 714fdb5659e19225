export { openConversionFile, type ConversionFile } from './conversion-file'
export {
  Conversions,
  type ConversionChange,
  type ConversionService,
  type ConversionsPorts
} from './conversions'
export type { QuotesAt } from './beside-times'
export { shelfKey } from './shelf-key'
