export { HeatColumn, heatBins } from './column'
export { HeatBook } from './heat-book'
