import type { FileAddress } from '#shared/wire/statement-decoder'
import type { Clock, Random } from '#engine/base/clock'
import type { Fetch } from '#engine/base/http/index'
import type { Disk } from '../disk/disk'
import type { FileKind } from './content'

export interface DownloadPorts {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly random: Random
  readonly disk: Disk
  /** Of one file; `usualMostBytes` where nothing is said. */
  readonly maxBytes?: number
}

export interface DownloadRequest {
  readonly address: FileAddress
  /** Another address for the same file: the first lives for minutes alone. */
  readonly fresh: (signal: AbortSignal) => Promise<FileAddress>
  /** The file that is written; it must not be there. */
  readonly part: string
  /** The folder that a person knows, for what is wrong with the disk. */
  readonly place: string
  readonly kind: FileKind
  readonly signal: AbortSignal
  readonly onProgress?: ((bytes: number, of: number | null) => void) | undefined
}

export interface Downloaded {
  readonly bytes: number
  readonly sha256: string
  readonly etag: string | null
  /** The ETag is the MD5 of these bytes, or is not though it might be one; null where it says nothing of them. */
  readonly etagIsMd5: boolean | null
}

/**
 * Of one file. A statement is some hundred kilobytes, a CSV of every transaction some megabytes; what is a thousand times
 * that never ends, and must not fill the disk. Files are streamed, so that no memory goes with it.
 */
export const usualMostBytes = 256 * 1024 * 1024

const mebibyte = 1024 * 1024
/** A table of figures shrinks to a tenth or so, one of equal lines to a hundredth. */
const maxUnpackRatio = 200

/** How far a file that is sent compressed may grow, by the length that was announced for it. */
export const maxUnpacked = (sent: number | null) =>
  sent === null ? 64 * mebibyte : Math.max(mebibyte, maxUnpackRatio * sent)
