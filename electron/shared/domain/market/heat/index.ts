export { HeatColumn, heatBins } from './column'
export { HeatBook, type StoredHeat } from './heat-book'
export { sizeText } from './sizes'
export type { ColumnSums, SavedHeat } from './saved'
