import { parse } from 'csv-parse/sync'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from '../disk/disk'
import { amountOf } from './amount'
import { isDate } from './columns'

const separators = [',', ';', '\t', '|']
/** In no text, so that each line is one cell. */
const noSeparator = '\u001f'
const looksAt = 64 * 1024
const maxLines = 200
/** Files that begin like this are named like a table but are not one: PDF, ZIP or XLSX, JSON. */
const notTables = ['%PDF-', 'PK\u0003\u0004', '{', '[']

export const reading = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: 100_000
} as const

/** How a file is written: the service does not describe it, so it is learnt from the first lines. */
export interface Dialect {
  readonly encoding: Encoding
  readonly delimiter: string
  /** So many lines stand above the names of the columns: a title, comments. */
  readonly skipped: number
  /** The first line of the table has names, and no figures. */
  readonly hasNames: boolean
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

export async function dialectOf(disk: Disk, file: string): Promise<Dialect> {
  const { bytes, isWhole } = await startOf(disk, file)
  const encoding = encodingOf(bytes)
  const whole = decoderOf(encoding)(bytes, true)
  if (whole.includes('\0') || notTables.some((mark) => whole.trimStart().startsWith(mark))) {
    throw noTable(archiveText.table.notText)
  }
  // The last line may be cut off.
  const text = isWhole ? whole : whole.slice(0, whole.lastIndexOf('\n') + 1) || whole
  const found = separators
    .flatMap((delimiter) => formWith(delimiter, text))
    .toSorted((a, b) => b.fit - a.fit || b.width - a.width)[0]
  if (found) return { encoding, ...found }
  const [single = { skipped: 0, hasNames: true }] = formWith(noSeparator, text)
  const hasSeparator = separators.some((one) => text.includes(one))
  // Lines that no separator fits, or a quote without its end: the reader says what is wrong.
  return { encoding, ...single, delimiter: hasSeparator && text.includes('"') ? ',' : noSeparator }
}

export const noTable = (sentence: string, detail?: string) =>
  fail('statements.table', archiveText.table.kept(sentence), detail ? { detail } : {})

/** Text in parts as it is read from the disk. */
export async function* textOf(disk: Disk, file: string, encoding: Encoding): AsyncGenerator<string> {
  const decode = decoderOf(encoding)
  for await (const part of disk.read(file)) yield decode(part, true)
  yield decode(new Uint8Array(), false)
}

/** The last cell that has anything in it, counted from 1. */
export const filledOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** Programs end lines with separators, or leave out the last ones: such a line is one of the table still. */
export const fits = (cells: readonly string[], head: readonly string[]) =>
  cells.length >= filledOf(head) && filledOf(cells) <= head.length

export const isFigure = (cell: string) => isDate(cell.trim()) || amountOf(cell) !== null

interface Form extends Omit<Dialect, 'encoding'> {
  readonly width: number
  /** The share of lines that have as many cells as the names. */
  readonly fit: number
}

/** None where this separator makes no table of at least two columns, or of one without a separator. */
function formWith(delimiter: string, text: string): Form[] {
  const records = recordsOf(delimiter, text)
  const min = delimiter === noSeparator ? 1 : 2
  // However many notes there are: lines of one cell say nothing of a table of several.
  const width = usualOf(records.map(filledOf).filter((count) => count >= min))
  if (width === 0) return []
  const wide = records.filter((cells) => filledOf(cells) >= width)
  const [first, second] = wide
  // A comment that has as many commas by chance stands above names, and names stand above figures.
  const isComment = first?.[0]?.trimStart().startsWith('#') && second && !second.some(isFigure)
  const head = isComment ? second : first
  if (!head) return []
  const skipped = records.indexOf(head)
  const hasNames = !head.every((cell) => cell.trim() === '' || isFigure(cell))
  if (!hasNames && skipped > 0) return []
  const lines = records.slice(skipped, records.findLastIndex((cells) => filledOf(cells) >= min) + 1)
  const fit = lines.filter((cells) => fits(cells, head)).length / lines.length
  return fit > 0.5 ? [{ delimiter, skipped, hasNames, width, fit }] : []
}

function recordsOf(delimiter: string, text: string): string[][] {
  try {
    const all: unknown = parse(text, { ...reading, delimiter, to: maxLines })
    return Array.isArray(all) ? (all as string[][]).filter((cells) => filledOf(cells) > 0) : []
  } catch {
    return []
  }
}

/** The one that occurs most often; of several the largest. */
function usualOf(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

async function startOf(disk: Disk, file: string): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of disk.read(file)) {
    parts.push(part)
    length += part.byteLength
    if (length >= looksAt) break
  }
  return { bytes: Buffer.concat(parts).subarray(0, looksAt), isWhole: length < looksAt }
}

function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Decodes part by part, without a byte order mark. */
function decoderOf(encoding: Encoding): (part: Uint8Array, stream: boolean) => string {
  const decoder = new TextDecoder(encoding)
  return (part, stream) => decoder.decode(part, { stream })
}
