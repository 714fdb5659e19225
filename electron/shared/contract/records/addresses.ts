import * as v from 'valibot'
import { call } from '../base/call'

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
export const minSearch = 3
const maxSearchLength = 300
export const maxLabels = 20_000
export const maxLabelLength = 100
export const maxSlice = 500
const maxPasteLength = 4_000_000
export const maxReplacedReported = 100

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

const order = v.picklist(['DESC', 'ASC'])
export type AddressOrder = v.InferOutput<typeof order>

const addressQuestionSchema = v.object({
  /** Null reuses the previous filters, so typing does not resend thousands of values. */
  filters: v.nullable(addressFiltersSchema),
  search: v.pipe(v.string(), v.maxLength(maxSearchLength)),
  order
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

export type AddressVerification =
  /** The checksum is correct. */
  | { readonly state: 'right'; readonly sentence: string }
  /** Well formed, without a checksum. */
  | { readonly state: 'unchecked'; readonly sentence: string }
  /** A test network. */
  | { readonly state: 'test'; readonly sentence: string }
  | { readonly state: 'wrong'; readonly sentence: string }
  | { readonly state: 'unknown'; readonly sentence: string }

export interface AddressDetail {
  readonly id: string
  readonly network: string
  readonly networkName: string
  readonly address: string
  /** In groups of four; the first includes a prefix such as 0x or bitcoincash:. Joined, they are the address. */
  readonly groups: readonly string[]
  readonly verification: AddressVerification
  readonly profileId: string
  readonly customerId: string
  readonly identityId: string | null
  readonly accountId: string | null
  readonly refId: string | null
  readonly createdAt: string
  readonly conversionTarget: string
  readonly conversion: string
  /** Null if unspecified. */
  readonly compatibleNetworks: readonly { readonly network: string; readonly name: string }[] | null
  readonly metadata: readonly (readonly [key: string, value: string])[]
  /** Undocumented fields, as JSON. */
  readonly more: readonly (readonly [name: string, json: string])[]
  readonly label: string | null
  /** The payment request for the QR code, or null. */
  readonly paymentUri: string | null
  readonly json: string
  /** When the service sent it in this session, in milliseconds since the epoch; null if loaded from disk. */
  readonly receivedAt: number | null
  /** When it was last saved, if loaded from disk. */
  readonly keptAt: number | null
  /** The previous address of this ID, until acknowledged. */
  readonly previous: { readonly address: string; readonly network: string; readonly at: number } | null
}

/** The service's answer for an address loaded from disk. */
export type AddressConfirmation =
  | { readonly state: 'same'; readonly at: number }
  | { readonly state: 'differs'; readonly at: number; readonly address: string; readonly network: string }
  | { readonly state: 'gone'; readonly at: number }
  /** The service was not reached. */
  | { readonly state: 'unknown'; readonly sentence: string }

export interface SavedAddressFilter {
  readonly id: string
  readonly name: string
  readonly filters: AddressFilters
  readonly order: AddressOrder
}

export type LoadKind = 'query' | 'everything' | 'refresh'
export type LoadPhase = 'running' | 'stopped' | 'interrupted' | 'done'

export interface AddressLoad {
  /** The number of the load in this session. */
  readonly run: number
  readonly kind: LoadKind
  readonly phase: LoadPhase
  readonly sentence: string
  /** More than one if a filter has over 100 values. */
  readonly requests: number
  readonly requestsDone: number
  readonly pages: number
  /** Received addresses, and how many were new or unreadable. */
  readonly received: number
  readonly added: number
  readonly unreadable: number
  /** `resume` continues from here. */
  readonly resumable: boolean
}

export interface AddressExport {
  readonly file: string
  readonly phase: 'running' | 'cancelled' | 'failed' | 'done'
  readonly written: number
  readonly rows: number
  readonly sentence: string
}

export interface AddressesState {
  /** Null if no connection was used yet. */
  readonly profileId: string | null
  /** The service of the connection; addresses of other services are not included. */
  readonly service: string | null
  /** `opening` while saved addresses are read; searches find those read so far. */
  readonly phase: 'none' | 'opening' | 'ready' | 'failed'
  readonly sentence: string
  /** Why loading is unavailable, or null. */
  readonly notLoadable: string | null
  readonly revision: number
  readonly rows: number
  readonly networks: readonly string[]
  readonly keepOnDisk: boolean
  readonly bytesOnDisk: number
  /** A problem with the files, or null. */
  readonly notSaved: string | null
  readonly load: AddressLoad | null
  /** The progress of "Load everything" across restarts. */
  readonly everything: {
    readonly begun: boolean
    readonly complete: boolean
    readonly newest: string | null
    readonly oldest: string | null
  }
  readonly savedFilters: readonly Pick<SavedAddressFilter, 'id' | 'name'>[]
  readonly labels: number
  /** Unacknowledged address changes, at most `maxReplacedReported` IDs. */
  readonly replaced: { readonly count: number; readonly ids: readonly string[] }
  readonly export: AddressExport | null
}

export interface PastedValues {
  readonly values: readonly string[]
  readonly repeated: number
  /** Invalid values for this filter, shortened. */
  readonly bad: readonly string[]
  readonly sentence: string | null
}

export interface CopyOutcome {
  readonly matches: boolean
  readonly sentence: string
  /** The end of the clipboard check; null if the text is not an address. */
  readonly watchedUntil: number | null
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
/** One per table; main adds the window. */
const view = v.pipe(v.string(), v.regex(/^[\w:.-]{1,60}$/))
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxFilterNameLength))

export const addressesCalls = {
  read: call(v.undefined()).returns<AddressesState>(),
  /** Shows the saved addresses of a connection that is not in use. */
  open: call(v.object({ profileId: id })).returns<AddressesState>(),
  /** Only the latest query of a view counts. */
  ask: call(v.object({ view, sequence: whole, question: addressQuestionSchema })).returns<AddressAnswer>(),
  slice: call(
    v.object({ view, from: whole, count: v.pipe(whole, v.maxValue(maxSlice)) })
  ).returns<AddressSlice>(),
  /** The row of an address in the last answer; `index` is null if filtered out. */
  position: call(v.object({ view, id })).returns<AddressPosition>(),
  closeView: call(v.object({ view })).returns<null>(),
  detail: call(v.object({ id })).returns<AddressDetail>(),
  /** Loads the addresses that match the filters. */
  load: call(v.object({ filters: addressFiltersSchema, order })).returns<AddressesState>(),
  /** Newest first; resumes, and fetches new addresses once complete. */
  loadEverything: call(v.undefined()).returns<AddressesState>(),
  refresh: call(v.undefined()).returns<AddressesState>(),
  stop: call(v.undefined()).returns<AddressesState>(),
  resume: call(v.undefined()).returns<AddressesState>(),
  /** Removes the loaded addresses of this connection, on disk too. Labels and saved filters stay. */
  clear: call(v.undefined()).returns<AddressesState>(),
  keepOnDisk: call(v.object({ keep: v.boolean() })).returns<AddressesState>(),
  /** An empty label removes it. */
  label: call(
    v.object({ id, label: v.pipe(v.string(), v.maxLength(maxLabelLength)) })
  ).returns<AddressesState>(),
  /** Replaces a filter of the same name. */
  saveFilter: call(v.object({ name, filters: addressFiltersSchema, order })).returns<AddressesState>(),
  savedFilter: call(v.object({ id })).returns<SavedAddressFilter>(),
  removeFilter: call(v.object({ id })).returns<AddressesState>(),
  parse: call(
    v.object({
      filter: v.picklist(addressFilterNames),
      text: v.pipe(v.string(), v.maxLength(maxPasteLength))
    })
  ).returns<PastedValues>(),
  /** Confirms an address loaded from disk, once per session. */
  confirm: call(v.object({ id })).returns<AddressConfirmation>(),
  /** Acknowledges a changed address. */
  seen: call(v.object({ id })).returns<AddressesState>(),
  /** `force`: copy despite the warning. */
  copy: call(
    v.object({ id, what: v.picklist(['address', 'uri', 'json']), force: v.boolean() })
  ).returns<CopyOutcome>(),
  /** Copies again after the clipboard was changed. */
  copyAgain: call(v.undefined()).returns<CopyOutcome>(),
  /**
   * Asks where to save first; null if the user cancels. Continues in the background. `partial` adds a hint to the
   * suggested name.
   */
  export: call(v.object({ view, format: v.picklist(['csv', 'json']), partial: v.boolean() })).returns<{
    readonly path: string
  } | null>(),
  cancelExport: call(v.undefined()).returns<null>()
}

export interface AddressesPushes {
  'addresses.changed': AddressesState
  /** The clipboard holds a different address within a minute of copying. */
  'addresses.replaced': { readonly sentence: string; readonly copied: string; readonly found: string }
  /** The clipboard changed, or the check ended. */
  'addresses.clipboardMoved': null
}
export const addressesPushes = [
  'addresses.changed',
  'addresses.replaced',
  'addresses.clipboardMoved'
] as const
