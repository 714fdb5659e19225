export { openConversionFile } from './conversion-file'
export { Conversions, type ConversionChange, type ConversionService } from './conversions'
export { shelfKey } from './shelf-key'
