import type {
  AddressExport,
  AddressesState,
  AddressFilters,
  AddressOrder
} from '#shared/contract/records/addresses'
import type { Clock } from '#engine/base/clock'
import type { ExportFormat } from '../export/exporter'
import type { Progress } from '../keep/progress-file'

/** What the store says of itself; the rest of `AddressesState` is known where the service is asked. */
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
  readonly savedFilters: AddressesState['savedFilters']
  readonly labels: number
  readonly replaced: AddressesState['replaced']
  readonly export: AddressExport | null
}

export interface CorePorts {
  /** Of one connection; it need not be there yet. */
  readonly folder: string
  /** Which the connection points to, see `serviceDigest`. */
  readonly service: string
  readonly clock: Clock
  readonly newId: () => string
  readonly tell: (state: CoreState) => void
}

export interface AddOutcome {
  readonly added: number
  readonly changed: number
  /** Those whose very address is another one than before. */
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
  /** What the table shows is not all that there is. */
  readonly partial: boolean
}
