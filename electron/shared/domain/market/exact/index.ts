export { CommonScale, maxFittedUnits, powersOfTen } from './common-scale'
export { OrderedSlots } from './ordered-slots'
export { addToSum, fitsSum, isSumFull, readSum, sumBase, writeProduct, writeSum } from './sum'
