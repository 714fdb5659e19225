import { access } from 'node:fs/promises'
import path from 'node:path'
import type { AnalysisPeriod } from '#shared/contract/recording/analysis'
import { parquetFile, parquetFolderOf, type HourPart } from '../parquet/locations'
import { readSealed, type Sealed } from '../parquet/manifest'
import { timeOf } from '../parquet/retention'
import type { Table } from '../parquet/tables'

/** The files of a market that were written at once, of an hour or a part of it. */
export interface SealedPart {
  /** Null without rows. */
  readonly fileOf: (table: Table) => string | null
  /** It has the items after those of the part before it in the list. */
  readonly follows: boolean
}

interface SealedParts {
  readonly parts: readonly SealedPart[]
  /** Nothing of the connection is sealed before or after them. */
  readonly isFirst: boolean
  readonly isLast: boolean
}

const hour = 3_600_000

/** The sealed data of a market around some times, in the order in which it was recorded. */
export async function sealedParts(
  log: string,
  market: string,
  periods: readonly AnalysisPeriod[]
): Promise<SealedParts> {
  const folder = parquetFolderOf(log)
  const all = inOrder(await readSealed(folder)).filter(({ files }) => files.length > 0)
  const parts: SealedPart[] = []
  let first: Sealed | null = null
  let before: Sealed | null = null
  for (const sealed of all) {
    const time = timeOf(sealed.part)
    // A segment may end after its hour, and what follows says up to when the last state held.
    if (!periods.some(({ from, to }) => time.from <= to && time.to + hour > from)) continue
    const files = await filesOf(folder, sealed, market)
    if (files.size === 0) continue
    const follows = before !== null && before.segments.at(-1)!.to + 1 === sealed.segments[0]!.from
    parts.push({ fileOf: (table) => files.get(table) ?? null, follows })
    first ??= sealed
    before = sealed
  }
  return { parts, isFirst: first === all[0], isLast: before === (all.at(-1) ?? null) }
}

export const inOrder = (parts: readonly Sealed[]): Sealed[] =>
  parts.toSorted((one, other) => one.segments[0]!.from - other.segments[0]!.from)

const tables: readonly Table[] = ['states', 'quotes', 'trades', 'depth_1s']

async function filesOf(
  folder: string,
  { part, files }: { readonly part: HourPart; readonly files: Sealed['files'] },
  market: string
): Promise<Map<Table, string>> {
  const names = new Set(files.map(({ name }) => name))
  const found = new Map<Table, string>()
  for (const table of tables) {
    const name = parquetFile(table, market, part)
    const file = path.join(folder, name)
    if (names.has(name) && (await isThere(file))) found.set(table, file)
  }
  return found
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false
  )
