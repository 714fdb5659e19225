import { Readable } from 'node:stream'

/**
 * Where sealed files of one service are shared with other computers: a folder, or the object store of a server. Names have
 * slashes.
 */
export interface SharedStore extends SharedReader {
  /** Whether Parquet files are shared, too. */
  readonly hasParquet: boolean
  /** Others see all of it or nothing. */
  write(name: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  /** Nothing happens if it is missing. */
  remove(name: string, signal: AbortSignal): Promise<void>
  /** Removes unfinished writes that are too old to be still under way. */
  sweep(now: number, signal: AbortSignal): Promise<void>
}

/** All that a seat needs. */
export interface SharedReader {
  /** Those below each folder, without it; in order. */
  names(folders: readonly string[], signal: AbortSignal): Promise<readonly (readonly string[])[]>
  /** In pieces. The caller has to limit them. */
  read(name: string, signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** Of each folder; more than a year of five minutes. */
export const maxSharedNames = 200_000
/** Milliseconds after which an unfinished file has no writer. */
export const abandonedAfter = 3_600_000

export const sumsFolder = 'sums'
export const sumsEnding = '.SHA256SUMS'
/** A record of each set that was removed. */
export const removedFolder = 'removed'
export const removedEnding = '.tsv'

export function writeText(
  store: SharedStore,
  name: string,
  text: string,
  signal: AbortSignal
): Promise<void> {
  return store.write(name, Readable.from([Buffer.from(text)]), signal)
}
