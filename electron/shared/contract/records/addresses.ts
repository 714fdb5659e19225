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

/** Of one filter. */
export const maxFilterValues = 20_000
export const maxSavedFilters = 100
export const maxFilterNameLength = 60
/** The characters from which on the search looks. */
export const minSearch = 3
const maxSearchLength = 300
export const maxLabels = 20_000
export const maxLabelLength = 100
/** Rows that are handed over at once. */
export const maxSlice = 500
const maxPasteLength = 4_000_000
/** Of those whose address has become another one. */
export const maxReplacedReported = 100

const value = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const values = v.pipe(v.array(value), v.minLength(1), v.maxLength(maxFilterValues))
const time = v.pipe(v.string(), v.minLength(1), v.maxLength(60))

/** What is left out does not narrow. */
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
  /** Null: those of the question before, so that typing does not send thousands of values with each key. */
  filters: v.nullable(addressFiltersSchema),
  search: v.pipe(v.string(), v.maxLength(maxSearchLength)),
  order
})
/** What a table shows: the loaded addresses that the filters and the search leave, by time of creation. */
export type AddressQuestion = v.InferOutput<typeof addressQuestionSchema>

export interface AddressAnswer {
  readonly sequence: number
  /** A later question came first: the rest says nothing, and nothing changed. */
  readonly overtaken: boolean
  /** Rows that are left, and of how many. */
  readonly count: number
  readonly total: number
  /** Of the store; where `AddressesState.revision` is another one, asking again may find other rows. */
  readonly revision: number
  readonly milliseconds: number
  /** What there is to say of the search: why it does not narrow, or how it was read; or null. */
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

/** Where the search was found. `text` is the whole text of the field, so that what no column shows can be shown. */
export interface AddressMatch {
  readonly field: SearchedField
  /** Of metadata: under which key it stands there, if what was found is not that. */
  readonly key?: string
  readonly text: string
  /** From and before, in UTF-16 units of `text`. */
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
  /** Another address stood under this id before, and nobody has seen it yet. */
  readonly replaced: boolean
  readonly matches: readonly AddressMatch[]
}

export interface AddressSlice {
  readonly from: number
  /** Of the last answer of this view; rows of another one are not mixed in. */
  readonly sequence: number
  readonly rows: readonly AddressRow[]
}

export interface AddressPlace {
  /** Of the answer that it stands in. */
  readonly sequence: number
  readonly index: number | null
}

export type AddressVerification =
  /** The form carries a checksum, and it is right. */
  | { readonly state: 'right'; readonly sentence: string }
  /** Well formed, in a form without a checksum. */
  | { readonly state: 'unchecked'; readonly sentence: string }
  /** Of a network of tests, where nothing is worth anything. */
  | { readonly state: 'test'; readonly sentence: string }
  | { readonly state: 'wrong'; readonly sentence: string }
  /** A network that Leadline does not know. */
  | { readonly state: 'unknown'; readonly sentence: string }

export interface AddressDetail {
  readonly id: string
  readonly network: string
  readonly networkName: string
  readonly address: string
  /** In fours; a prefix such as 0x or bitcoincash: stands in the first. Joined they are the address. */
  readonly groups: readonly string[]
  readonly verification: AddressVerification
  readonly profileId: string
  readonly customerId: string
  readonly identityId: string | null
  readonly accountId: string | null
  readonly refId: string | null
  readonly createdAt: string
  readonly conversionTarget: string
  /** What happens to a deposit, in words. */
  readonly conversion: string
  /** Null where the service says nothing of them. */
  readonly compatibleNetworks: readonly { readonly network: string; readonly name: string }[] | null
  readonly metadata: readonly (readonly [key: string, value: string])[]
  /** Members that the service's description does not know, as JSON. */
  readonly more: readonly (readonly [name: string, json: string])[]
  readonly label: string | null
  /** For the QR code: the network's own form of a payment request, or null where there is none. */
  readonly paymentUri: string | null
  readonly json: string
  /** When the service gave it since the start, milliseconds since the epoch; null for what was found on the disk. */
  readonly receivedAt: number | null
  /** When what was found on the disk had been written last; null where the service gave it since. */
  readonly keptAt: number | null
  /** What stood under the same id before, and until when, until somebody has said that they saw it. */
  readonly previous: { readonly address: string; readonly network: string; readonly at: number } | null
}

/** What the service says when it is asked for an address that was found on the disk. */
export type AddressConfirmation =
  | { readonly state: 'same'; readonly at: number }
  | { readonly state: 'differs'; readonly at: number; readonly address: string; readonly network: string }
  | { readonly state: 'gone'; readonly at: number }
  /** It could not be asked, or did not answer. */
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
  /** Another one for each load since the start, so that whoever began one knows it again. */
  readonly run: number
  readonly kind: LoadKind
  readonly phase: LoadPhase
  /** How it stands, for the person. */
  readonly sentence: string
  /** More than one where a filter has over a hundred values. */
  readonly requests: number
  readonly requestsDone: number
  readonly pages: number
  /** What the service sent, and how many of these were new, and not readable. */
  readonly received: number
  readonly added: number
  readonly unreadable: number
  /** `resume` goes on from here. */
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
  /** The connection whose addresses these are; null while none was used yet. */
  readonly profileId: string | null
  /** Which service the connection points to, in short: what was kept of another one is not among these. */
  readonly service: string | null
  /** `opening` while what is kept on disk is read; then searches find what has been read so far. */
  readonly phase: 'none' | 'opening' | 'ready' | 'failed'
  readonly sentence: string
  /** Why nothing can be loaded now, or null. */
  readonly notLoadable: string | null
  readonly revision: number
  readonly rows: number
  /** Networks that the loaded addresses are on, by name of the service. */
  readonly networks: readonly string[]
  readonly keepOnDisk: boolean
  readonly bytesOnDisk: number
  /** What is not as it should be with the files (a full disk, a damaged line), or null. */
  readonly notSaved: string | null
  readonly load: AddressLoad | null
  /** How far "Load everything" is, over restarts. */
  readonly everything: {
    readonly begun: boolean
    readonly complete: boolean
    readonly newest: string | null
    readonly oldest: string | null
  }
  /** By name; what one is made of is asked for. */
  readonly savedFilters: readonly Pick<SavedAddressFilter, 'id' | 'name'>[]
  readonly labels: number
  /** Whose address became another one under the same id, unseen so far; `maxReplacedReported` ids at most. */
  readonly replaced: { readonly count: number; readonly ids: readonly string[] }
  readonly export: AddressExport | null
}

export interface PastedValues {
  readonly values: readonly string[]
  readonly repeated: number
  /** Those that cannot be a value of this filter, shortened. */
  readonly bad: readonly string[]
  /** What was taken and what was not; null where there is nothing to say. */
  readonly sentence: string | null
}

export interface CopyOutcome {
  readonly matches: boolean
  readonly sentence: string
  /** Until when it is watched whether another address takes its place; null where what was copied is no address. */
  readonly watchedUntil: number | null
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
/** One for each table of a window; main adds whose window it is. */
const view = v.pipe(v.string(), v.regex(/^[\w:.-]{1,60}$/))
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxFilterNameLength))

export const addressesCalls = {
  read: call(v.undefined()).returns<AddressesState>(),
  /** Shows what is kept of a connection that is not in use. */
  open: call(v.object({ profileId: id })).returns<AddressesState>(),
  /** Only the latest of a view counts. */
  ask: call(v.object({ view, sequence: whole, question: addressQuestionSchema })).returns<AddressAnswer>(),
  slice: call(
    v.object({ view, from: whole, count: v.pipe(whole, v.maxValue(maxSlice)) })
  ).returns<AddressSlice>(),
  /** Where in the last answer of a view an address stands; `index` null where that has left it out. */
  place: call(v.object({ view, id })).returns<AddressPlace>(),
  closeView: call(v.object({ view })).returns<null>(),
  detail: call(v.object({ id })).returns<AddressDetail>(),
  /** The addresses that a filter leaves, as many requests as it takes. */
  load: call(v.object({ filters: addressFiltersSchema, order })).returns<AddressesState>(),
  /** From the newest to the oldest; goes on where it stopped, and asks for what is new once it is complete. */
  loadEverything: call(v.undefined()).returns<AddressesState>(),
  refresh: call(v.undefined()).returns<AddressesState>(),
  stop: call(v.undefined()).returns<AddressesState>(),
  resume: call(v.undefined()).returns<AddressesState>(),
  /** Forgets all loaded addresses of this connection, on disk too. Labels and saved filters stay. */
  forget: call(v.undefined()).returns<AddressesState>(),
  keepOnDisk: call(v.object({ keep: v.boolean() })).returns<AddressesState>(),
  /** An empty one removes it. */
  label: call(
    v.object({ id, label: v.pipe(v.string(), v.maxLength(maxLabelLength)) })
  ).returns<AddressesState>(),
  /** Another of the same name is replaced. */
  saveFilter: call(v.object({ name, filters: addressFiltersSchema, order })).returns<AddressesState>(),
  savedFilter: call(v.object({ id })).returns<SavedAddressFilter>(),
  removeFilter: call(v.object({ id })).returns<AddressesState>(),
  parse: call(
    v.object({
      filter: v.picklist(addressFilterNames),
      text: v.pipe(v.string(), v.maxLength(maxPasteLength))
    })
  ).returns<PastedValues>(),
  /** Asks the service for an address that was found on the disk, once since the start. */
  confirm: call(v.object({ id })).returns<AddressConfirmation>(),
  /** Somebody has seen that it is another address than before. */
  seen: call(v.object({ id })).returns<AddressesState>(),
  /** `force`: somebody has read why it should not be used, and wants it all the same. */
  copy: call(
    v.object({ id, what: v.picklist(['address', 'uri', 'json']), force: v.boolean() })
  ).returns<CopyOutcome>(),
  /** What was copied last, after something else took its place. */
  copyAgain: call(v.undefined()).returns<CopyOutcome>(),
  /**
   * Asks for a place first; null when the person cancelled. It goes on after the answer, see the state. `partial`: what
   * the table shows is not all that there is, which the name that is offered says as well.
   */
  export: call(v.object({ view, format: v.picklist(['csv', 'json']), partial: v.boolean() })).returns<{
    readonly path: string
  } | null>(),
  cancelExport: call(v.undefined()).returns<null>()
}

export interface AddressesPushes {
  'addresses.changed': AddressesState
  /** Within a minute of copying one address, another one lies on the clipboard. */
  'addresses.replaced': { readonly sentence: string; readonly copied: string; readonly found: string }
  /** The clipboard holds what was copied no longer, or nobody looks any more whether it does. */
  'addresses.clipboardMoved': null
}
export const addressesPushes = [
  'addresses.changed',
  'addresses.replaced',
  'addresses.clipboardMoved'
] as const
