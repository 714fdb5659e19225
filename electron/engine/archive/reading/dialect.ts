import { parse } from 'csv-parse/sync'
import type { Disk } from '../disk/disk'

const separators = [',', ';', '\t', '|']
const looksAt = 64 * 1024
const mostLines = 200

export const reading = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: 100_000
} as const

/** With which of them the first lines have all as many cells; of several, the one that makes the most. */
export async function separatorOf(disk: Disk, file: string): Promise<string> {
  const { text, isWhole } = await startOf(disk, file)
  const found = separators
    .map((separator) => ({ separator, cells: cellsWith(separator, text, isWhole) }))
    .filter(({ cells }) => cells > 1)
  return found.toSorted((a, b) => b.cells - a.cells)[0]?.separator ?? ','
}

async function startOf(disk: Disk, file: string): Promise<{ text: string; isWhole: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of disk.read(file)) {
    parts.push(part)
    length += part.byteLength
    if (length >= looksAt) break
  }
  const bytes = Buffer.concat(parts).subarray(0, looksAt)
  return { text: bytes.toString('utf8'), isWhole: length < looksAt }
}

/** 0 where its lines have different counts, or it is no table with this one. */
function cellsWith(separator: string, text: string, isWhole: boolean): number {
  try {
    const all: unknown = parse(text, { ...reading, delimiter: separator, to: mostLines })
    if (!Array.isArray(all)) return 0
    // The last one may be cut off.
    const rows = isWhole || all.length >= mostLines ? all : all.slice(0, -1)
    const counts = new Set(rows.map((row: unknown) => (Array.isArray(row) ? row.length : 0)))
    return counts.size === 1 ? [...counts][0]! : 0
  } catch {
    return 0
  }
}
