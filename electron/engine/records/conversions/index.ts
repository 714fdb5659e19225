export { openConversionFile } from './conversion-file'
export { Conversions, type ConversionChange, type ConversionService } from './conversions'
export { historyKey } from './history-key'
