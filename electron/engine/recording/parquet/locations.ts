import { createHash } from 'node:crypto'
import path from 'node:path'
import { segmentTime } from '../log/segments'
import type { Table } from './tables'

export const partEnding = '.part'
const maxName = 200

/** Beside the log that it is written from. */
export const parquetFolderOf = (log: string): string => path.join(path.dirname(log), 'parquet')

export interface Hour {
  /** Such as 2026-11-24. */
  readonly date: string
  /** Such as 09. */
  readonly hour: string
}

/** The parts of an hour that were sealed at once: its segments, or the rest of those sealed before. */
export interface HourPart extends Hour {
  /** From 1. */
  readonly number: number
}

/** By the time in the segment's name. */
export function hourOf(segment: string): Hour {
  const time = new Date(segmentTime(segment)).toISOString()
  return { date: time.slice(0, 10), hour: time.slice(11, 13) }
}

export const isSameHour = (one: Hour, other: Hour): boolean =>
  one.date === other.date && one.hour === other.hour

const suffix = ({ number }: HourPart) => (number === 1 ? '' : `-${number}`)

/** Below the folder of Parquet, with slashes. */
export const parquetFile = (table: Table, market: string, part: HourPart): string =>
  `table=${table}/market=${encodeMarket(market)}/date=${part.date}/${part.hour}${suffix(part)}.parquet`

/** Of the manifests, below the folder of Parquet. */
export const sealedFolder = 'sealed'

export const manifestFile = (part: HourPart): string =>
  `${sealedFolder}/${part.date}T${part.hour}${suffix(part)}.tsv`

const manifestName = /^(\d{4}-\d\d-\d\d)T(\d\d)(?:-(\d{1,6}))?\.tsv$/

/** Null for any other file. */
export function partOf(name: string): HourPart | null {
  const match = manifestName.exec(name)
  return match && { date: match[1]!, hour: match[2]!, number: Number(match[3] ?? 1) }
}

/** Percent-encoded UTF-8, which readers of hive folders decode; unique where file names ignore case, too. */
export function encodeMarket(market: string): string {
  const bytes = Buffer.from(market)
  const name = Array.from(bytes, encodeByte).join('')
  if (name.length <= maxName && bytes.toString('utf8') === market) return name
  const digest = createHash('sha256').update(Buffer.from(market, 'utf16le')).digest('hex').slice(0, 16)
  return `${name.slice(0, maxName)}~${digest}`
}

const plain = /[A-Z0-9_-]/

function encodeByte(byte: number): string {
  const character = String.fromCharCode(byte)
  return plain.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
