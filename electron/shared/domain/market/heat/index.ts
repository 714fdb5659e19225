export { HeatColumn, heatBins } from './column'
export { HeatBook } from './heat-book'
export { sizeText } from './sizes'
export type { ColumnSums, SavedHeat } from './saved'
