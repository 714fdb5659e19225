export type { Figures } from './figures'
export { Statistics } from './statistics'
