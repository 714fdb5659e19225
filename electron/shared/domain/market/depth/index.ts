export { imbalance } from './figures'
export { group } from './grouping'
export { quickImbalance } from './quick'
export { Tick } from './tick'
export { readRows, type Rows, tickUnits, tooLong } from './rows'
export { costOf, costsAtLeast, type SizeCost, type SizeUnit, sizeUnits, valueWithin } from './cost'
export {
  type CumulativeLevel,
  cumulative,
  depthOfLevels,
  depthWithin,
  sizesWithin,
  type Total
} from './totals'
