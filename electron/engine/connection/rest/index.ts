export { maxLimit, maxValues, type AddressQuery } from './query'
export { createRest, type AddressRest, type Rest } from './rest'
export type { CallOptions } from './types'
