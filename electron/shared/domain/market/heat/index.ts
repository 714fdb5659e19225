export { HeatColumn, heatBins } from './column'
export { HeatBook } from './heat-book'
export type { ColumnSums, SavedHeat } from './saved'
