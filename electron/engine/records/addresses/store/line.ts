import { cells, fixedCells, type Pools } from './row-record'
import type { TextPool, TextSource } from './text-pool'

/** Limits a line in the usual form. */
export const maxPairs = 16
export const maxCells = fixedCells + 2 * maxPairs

/** Where a line has its texts, and its time; a record without objects. */
export interface Line {
  /** By cell, then metadata keys and values in turns. */
  readonly starts: Int32Array
  /** In bytes; -1 for no text. */
  readonly lengths: Int32Array
  hasMetadata: boolean
  /** Metadata keys and values. */
  pairs: number
  seconds: number
  nanoseconds: number
}

export const emptyLine = (): Line => ({
  starts: new Int32Array(maxCells),
  lengths: new Int32Array(maxCells),
  hasMetadata: false,
  pairs: 0,
  seconds: 0,
  nanoseconds: 0
})

const named = [cells.network, cells.conversionTarget, cells.compatible]

/** Writes the same as `codesOf` of the line's record; returns how many codes. */
export function codesOfLine(
  source: TextSource,
  line: Line,
  { texts, names }: Pools,
  codes: Uint32Array
): number {
  const { starts, lengths } = line
  const code = (pool: TextPool, cell: number) =>
    lengths[cell]! < 0 ? 0 : pool.codeOf(source, starts[cell]!, lengths[cell]!)
  for (let cell = 0; cell < cells.network; cell += 1) codes[cell] = code(texts, cell)
  for (const cell of named) codes[cell] = code(names, cell)
  codes[cells.hasMetadata] = line.hasMetadata ? 1 : 0
  const end = fixedCells + 2 * line.pairs
  for (let cell = fixedCells; cell < end; cell += 1) codes[cell] = code(texts, cell)
  return end
}
