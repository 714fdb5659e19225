import * as v from 'valibot'
import { call } from '../../base/call'
import { digestQuestionSchema, type DigestPage } from './digest'
import type { AddressConfirmation, AddressDetail, CopyOutcome } from './detail'
import {
  addressFilterNames,
  addressFiltersSchema,
  addressOrder as order,
  maxFilterNameLength,
  type SavedAddressFilter
} from './filters'
import {
  addressQuestionSchema,
  maxSlice,
  type AddressAnswer,
  type AddressPosition,
  type AddressSlice
} from './query'
import type { AddressesState } from './state'

export * from './detail'
export * from './digest'
export * from './filters'
export * from './query'
export * from './state'

export const maxLabels = 20_000
export const maxLabelLength = 100
const maxPasteLength = 4_000_000

export interface PastedValues {
  readonly values: readonly string[]
  readonly repeated: number
  /** Invalid values for this filter, shortened. */
  readonly bad: readonly string[]
  readonly sentence: string | null
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
  /** Goes through the whole list of the service, and asks by ID for known addresses that are not in it. */
  compare: call(v.undefined()).returns<AddressesState>(),
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
  /** The view was opened: without changes since the last look, this is the next one. */
  visit: call(v.undefined()).returns<AddressesState>(),
  digest: call(digestQuestionSchema).returns<DigestPage>(),
  /** Ends the digest; refused if something changed after that revision. */
  markSeen: call(v.object({ revision: whole })).returns<AddressesState>(),
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
