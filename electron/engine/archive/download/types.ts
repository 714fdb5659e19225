import type { FileAddress } from '../../../shared/wire/statement-decoder'
import type { Clock, Random } from '../../clock'
import type { Fetch } from '../../http'
import type { Disk } from '../disk/disk'
import type { FileKind } from './content'

export interface DownloadPorts {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly random: Random
  readonly disk: Disk
  /** Of one file. A statement is some hundred kilobytes; what never ends must end here. */
  readonly mostBytes?: number
}

export interface DownloadRequest {
  readonly address: FileAddress
  /** Another address for the same file: the first lives for minutes alone. */
  readonly fresh: (signal: AbortSignal) => Promise<FileAddress>
  /** The file that is written; it must not be there. */
  readonly part: string
  readonly kind: FileKind
  readonly signal: AbortSignal
  readonly onProgress?: ((bytes: number, of: number | null) => void) | undefined
}

export interface Downloaded {
  readonly bytes: number
  readonly sha256: string
  readonly etag: string | null
}

export const usualMostBytes = 64 * 1024 * 1024
