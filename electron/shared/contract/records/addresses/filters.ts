import * as v from 'valibot'

export const addressFilterNames = [
  'ids',
  'profileIds',
  'identityIds',
  'accountIds',
  'refIds',
  'networks'
] as const
export type AddressFilterName = (typeof addressFilterNames)[number]
export const timeComparisons = ['lt', 'lte', 'eq', 'gte', 'gt'] as const
export type TimeComparison = (typeof timeComparisons)[number]

/** Per filter. */
export const maxFilterValues = 20_000
export const maxSavedFilters = 100
export const maxFilterNameLength = 60

const value = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const values = v.pipe(v.array(value), v.minLength(1), v.maxLength(maxFilterValues))
const time = v.pipe(v.string(), v.minLength(1), v.maxLength(60))

/** An omitted filter does not narrow the result. */
export const addressFiltersSchema = v.object({
  ids: v.exactOptional(values),
  profileIds: v.exactOptional(values),
  identityIds: v.exactOptional(values),
  accountIds: v.exactOptional(values),
  refIds: v.exactOptional(values),
  networks: v.exactOptional(values),
  createdAt: v.exactOptional(
    v.object({
      lt: v.exactOptional(time),
      lte: v.exactOptional(time),
      eq: v.exactOptional(time),
      gte: v.exactOptional(time),
      gt: v.exactOptional(time)
    })
  )
})
export type AddressFilters = v.InferOutput<typeof addressFiltersSchema>

export const addressOrder = v.picklist(['DESC', 'ASC'])
export type AddressOrder = v.InferOutput<typeof addressOrder>

export interface SavedAddressFilter {
  readonly id: string
  readonly name: string
  readonly filters: AddressFilters
  readonly order: AddressOrder
}
