import type { AddRow } from '../parquet/market-rows'

/** A file of an export. */
export interface ExportedFile {
  /** Below the folder of the connection, with slashes. */
  readonly name: string
  readonly sha256: string
}

/** Files that rows of all tables and markets go to. */
export interface RowFiles {
  readonly add: AddRow
  /** Writes what is too much to keep in memory. */
  readonly spill: () => Promise<void>
  readonly finish: () => Promise<readonly ExportedFile[]>
}
