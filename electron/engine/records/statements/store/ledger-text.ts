import { createHash } from 'node:crypto'
import { isSafeSegment } from '../layout/names'
import { sidecarName, statementLevel } from '../layout/layout'
import type { ArchivedStatement } from './scan'

const line = /^([0-9a-f]{64}) [ *](.+)$/
const removedLine = /^# removed (\S+) (.+)$/

/** By file name: the expected digests of one statement, its record included. */
export type Expected = ReadonlyMap<string, string>

export interface LedgerContent {
  /** By the keys of the statements. */
  readonly lines: ReadonlyMap<string, Expected>
  /** Statements that a person removed on purpose, and when. */
  readonly removed: ReadonlyMap<string, string>
  /** Lines that do not name a file of a statement; they never become a path. */
  readonly foreign: readonly string[]
}

export const emptyLedger: LedgerContent = { lines: new Map(), removed: new Map(), foreign: [] }

/** The folder of a statement below the archive; it leads nowhere else on any system. */
export function isKey(key: string): boolean {
  const segments = key.split('/')
  return segments.length === statementLevel && segments.every(isSafeSegment)
}

/** The key without its connection, which a person may rename. */
export const anyConnection = (key: string) => key.split('/').with(1, '').join('/')

export function parseLedger(text: string): LedgerContent {
  const lines = new Map<string, Map<string, string>>()
  const removed = new Map<string, string>()
  const foreign: string[] = []
  for (const each of text.split('\n')) {
    if (each === '') continue
    const gone = removedLine.exec(each)
    const [, sha256 = '', place = ''] = line.exec(each) ?? []
    const end = place.lastIndexOf('/')
    const [key, name] = [place.slice(0, Math.max(0, end)), place.slice(end + 1)]
    if (gone && isKey(gone[2]!)) removed.set(gone[2]!, gone[1]!)
    else if (!isKey(key) || !isSafeSegment(name)) foreign.push(each)
    else {
      const known = lines.get(key) ?? new Map<string, string>()
      lines.set(key, known.set(name, sha256))
    }
  }
  for (const [key, expected] of lines) {
    if (expected.has(sidecarName)) continue
    // Cut off: half of the lines of a statement cannot be compared.
    foreign.push(...[...expected].map(([name, sha256]) => `${sha256}  ${key}/${name}`))
    lines.delete(key)
  }
  return { lines, removed, foreign }
}

/** As `sha256sum -c` reads it: lines that begin with `#` are ignored. */
export function ledgerText({ lines, removed, foreign }: LedgerContent): string {
  const named = [...lines.keys()]
    .sort()
    .flatMap((key) => [...lines.get(key)!].map(([name, sha256]) => `${sha256}  ${key}/${name}`))
  const gone = [...removed.keys()].sort().map((key) => `# removed ${removed.get(key)!} ${key}`)
  return [...named, ...foreign, ...gone].map((each) => `${each}\n`).join('')
}

/** Its lines; null where its record is damaged, so that its files are in doubt. */
export function expectedOf({ sidecar, faults, sha256 }: ArchivedStatement): Expected | null {
  if (faults.length > 0 || sha256 === undefined) return null
  return new Map([...sidecar.files.map((file) => [file.name, file.sha256] as const), [sidecarName, sha256]])
}

export const isSame = (one: Expected, other: Expected) =>
  one.size === other.size && [...one].every(([name, sha256]) => other.get(name) === sha256)

/** Identifies a list: its number of statements and its digest. */
export interface ListMark {
  readonly count: number
  readonly sha256: string
}

export const markOfText = (text: string, { lines }: Pick<LedgerContent, 'lines'>): ListMark => ({
  count: lines.size,
  sha256: createHash('sha256').update(text).digest('hex')
})
