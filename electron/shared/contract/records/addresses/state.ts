import type { AddressDigest } from './digest'
import type { SavedAddressFilter } from './filters'

export const maxReplacedReported = 100

export type LoadKind = 'query' | 'everything' | 'refresh' | 'compare'
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
  /** Null before the first look. */
  readonly digest: AddressDigest | null
  readonly savedFilters: readonly Pick<SavedAddressFilter, 'id' | 'name'>[]
  readonly labels: number
  /** Unacknowledged address changes, at most `maxReplacedReported` IDs. */
  readonly replaced: { readonly count: number; readonly ids: readonly string[] }
  readonly export: AddressExport | null
}
