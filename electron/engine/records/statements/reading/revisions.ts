import path from 'node:path'
import {
  maxLinesReported,
  type Difference,
  type RevisionGroup,
  type StatementRow
} from '#shared/contract/records/statements/index'
import { canonical, formatDecimal, parseDecimal, subtractDecimals } from '#shared/domain/base/decimal'
import type { Disk } from '../disk/disk'
import { kindOfFormat } from '../download/content'
import type { ArchiveStore } from '../store/store'
import { seriesOf } from './rows'
import { readTable } from './table'

const amount = /^-?\d{1,60}(\.\d{1,60})?$/

/** All revisions of the statement that a row is one of, and what became different from one to the next. */
export async function revisionsOf(
  disk: Disk,
  store: ArchiveStore,
  rows: readonly StatementRow[],
  row: StatementRow
): Promise<RevisionGroup> {
  const series = seriesOf(row)
  // One id is one revision, though it lie there twice: the one that is asked about, or else the first.
  const group = [row, ...rows.filter((other) => other.key !== row.key && seriesOf(other) === series)]
    .filter((one, index, all) => all.findIndex(({ id }) => id === one.id) === index)
    .sort((a, b) => a.revision.number - b.revision.number)
  const revisions = group.map((one, index) => {
    const before = group[index - 1]
    return { row: one, differences: before ? differencesOf(store, before, one) : [] }
  })
  const [older, newer] = group.slice(-2)
  return { rows: revisions, lines: older && newer ? await linesOf(disk, store, older, newer) : [] }
}

function differencesOf(
  store: ArchiveStore,
  before: StatementRow,
  after: StatementRow
): readonly Difference[] {
  const old = recordOf(store, before.key)
  const now = recordOf(store, after.key)
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => name !== 'files')
  const fields = names
    .map((what): Difference => {
      const [first, second] = [textOf(old[what]), textOf(now[what])]
      return { what, before: first, after: second, change: changeOf(first, second) }
    })
    .filter((difference) => difference.before !== difference.after)
  const fileNames = [...new Set([...before.files, ...after.files].map(({ name }) => name))]
  const files = fileNames
    .map((what): Difference => {
      const [first, second] = [before, after].map(
        ({ files: own }) => own.find(({ name }) => name === what)?.sha256 ?? null
      )
      return { what, before: first ?? null, after: second ?? null, change: null }
    })
    .filter((difference) => difference.before !== difference.after)
  return [...fields, ...files]
}

const recordOf = (store: ArchiveStore, key: string) => store.statement(key)?.sidecar.record ?? {}

const textOf = (value: unknown): string | null =>
  value === undefined || value === null
    ? null
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 500)

function changeOf(before: string | null, after: string | null): string | null {
  if (before === null || after === null || !amount.test(before) || !amount.test(after)) return null
  return formatDecimal(canonical(subtractDecimals(parseDecimal(after)!, parseDecimal(before)!)))
}

async function linesOf(disk: Disk, store: ArchiveStore, older: StatementRow, newer: StatementRow) {
  const [before, after] = await Promise.all([older, newer].map((row) => tableOf(disk, store, row)))
  if (!before || !after) return []
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys
    .map((key) => ({ key, before: before.get(key) ?? null, after: after.get(key) ?? null }))
    .filter((line) => line.before !== line.after)
    .slice(0, maxLinesReported)
}

/** By first column; where that is not unique, nothing can be said of single lines. */
async function tableOf(
  disk: Disk,
  store: ArchiveStore,
  row: StatementRow
): Promise<Map<string, string> | null> {
  const file = row.files.find(({ format, state }) => kindOfFormat(format) === 'csv' && state === 'unaltered')
  if (!file) return null
  try {
    const { rows, rowCount } = await readTable(disk, path.join(store.folder(row.key), file.name), {
      total: null
    })
    const lines = new Map(rows.map((cells) => [cells[0] ?? '', cells.slice(1).join(', ')]))
    return lines.size === rowCount ? lines : null
  } catch {
    // Files that cannot be read as a table are not compared line by line.
    return null
  }
}
