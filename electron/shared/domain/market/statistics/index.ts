export type { Figures, TradedFigures } from './figures'
export { Statistics } from './statistics'
