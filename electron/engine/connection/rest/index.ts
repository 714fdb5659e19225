export { maxLimit, maxValues, type AddressQuery } from './query'
export { createRest, type Rest } from './rest'
export type { CallOptions } from './types'
