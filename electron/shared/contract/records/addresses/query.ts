import * as v from 'valibot'
import { addressFiltersSchema, addressOrder } from './filters'

export const minSearch = 3
const maxSearchLength = 300
export const maxSlice = 500

export const addressQuestionSchema = v.object({
  /** Null reuses the previous filters, so typing does not resend thousands of values. */
  filters: v.nullable(addressFiltersSchema),
  search: v.pipe(v.string(), v.maxLength(maxSearchLength)),
  order: addressOrder
})
export type AddressQuestion = v.InferOutput<typeof addressQuestionSchema>

export interface AddressAnswer {
  readonly sequence: number
  /** A later query replaced this one; the other fields are meaningless. */
  readonly overtaken: boolean
  readonly count: number
  readonly total: number
  /** If `AddressesState.revision` differs, a new query may find other rows. */
  readonly revision: number
  readonly milliseconds: number
  /** How the search was interpreted, or null. */
  readonly note: string | null
}

const searchedFields = [
  'address',
  'id',
  'refId',
  'label',
  'profileId',
  'identityId',
  'accountId',
  'customerId',
  'metadataKey',
  'metadataValue'
] as const
export type SearchedField = (typeof searchedFields)[number]

/** A match. `text` is the whole field, for matches outside the columns. */
export interface AddressMatch {
  readonly field: SearchedField
  /** The metadata key, unless the key itself matched. */
  readonly key?: string
  readonly text: string
  /** In UTF-16 units of `text`. */
  readonly ranges: readonly (readonly [number, number])[]
}

export interface AddressRow {
  readonly id: string
  readonly network: string
  readonly address: string
  readonly profileId: string
  readonly identityId: string | null
  readonly accountId: string | null
  readonly refId: string | null
  readonly conversionTarget: string
  /** As the service wrote it. */
  readonly createdAt: string
  readonly label: string | null
  /** The address of this ID changed and was not acknowledged. */
  readonly replaced: boolean
  readonly matches: readonly AddressMatch[]
}

export interface AddressSlice {
  readonly from: number
  /** Of the last answer; rows of other answers are not mixed in. */
  readonly sequence: number
  readonly rows: readonly AddressRow[]
}

export interface AddressPosition {
  readonly sequence: number
  readonly index: number | null
}
