import type {
  AddressDigest,
  AddressExport,
  AddressesState,
  AddressFilters,
  AddressOrder
} from '#shared/contract/records/addresses/index'
import type { Clock } from '#engine/base/clock'
import type { ExportFormat } from '../export/exporter'
import type { Progress } from '../keep/progress-file'

/** The store's part of `AddressesState`. */
export interface CoreState {
  readonly phase: 'opening' | 'ready'
  readonly sentence: string
  readonly revision: number
  readonly rows: number
  readonly networks: readonly string[]
  readonly keepOnDisk: boolean
  readonly bytesOnDisk: number
  readonly notSaved: string | null
  readonly progress: Progress
  readonly digest: AddressDigest | null
  readonly savedFilters: AddressesState['savedFilters']
  readonly labels: number
  readonly replaced: AddressesState['replaced']
  readonly export: AddressExport | null
}

export interface CorePorts {
  /** Of one connection; it may not exist yet. */
  readonly folder: string
  /** See `serviceDigest`. */
  readonly service: string
  readonly clock: Clock
  readonly newId: () => string
  readonly report: (state: CoreState) => void
}

export interface AddOutcome {
  readonly added: number
  readonly changed: number
  /** Changed addresses. */
  readonly replaced: number
}

export interface FilterDraft {
  readonly name: string
  readonly filters: AddressFilters
  readonly order: AddressOrder
}

export interface ExportWanted {
  readonly view: string
  readonly file: string
  readonly format: ExportFormat
  /** The table does not show everything. */
  readonly partial: boolean
}
