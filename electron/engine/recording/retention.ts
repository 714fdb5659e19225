import { appendFile, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Segment } from './log/segment'
import { listSegments, segmentTime } from './log/segments'
import { digestOf } from './log/member'
import type { Budget, LogSize } from './messages'

const day = 86_400_000
/** The record of removed segments, beside the log. */
const removedName = 'removed.tsv'
const columns = [
  'segment',
  'first_seq',
  'last_seq',
  'from_ns',
  'to_ns',
  'sha256_of_last_member',
  'bytes',
  'removed'
]

interface Sized {
  readonly file: string
  readonly bytes: number
}

/**
 * Removes the oldest segments until the log fits its budget, except the one being written, and records each removal
 * first. Returns what is left.
 */
export async function keepBudget(
  folder: string,
  budget: Budget,
  { writing, now }: { readonly writing: string | null; readonly now: number }
): Promise<LogSize> {
  const segments = await sizes(folder)
  let total = segments.reduce((sum, { bytes }) => sum + bytes, 0)
  let oldest = 0
  for (const { file, bytes } of segments) {
    // A segment ends where the next one begins.
    const next = segments[oldest + 1]
    const isOld = next !== undefined && segmentTime(next.file) < now - budget.days * day
    if (file === writing || (total <= budget.bytes && !isOld)) break
    await record(folder, file, bytes, now)
    await rm(file)
    total -= bytes
    oldest += 1
  }
  const first = segments[oldest]
  return { bytes: total, since: first ? segmentTime(first.file) : null }
}

async function sizes(folder: string): Promise<Sized[]> {
  const files = await listSegments(folder)
  return Promise.all(files.map(async (file) => ({ file, bytes: (await stat(file)).size })))
}

/** A kill may have come between the record of a removal and the removal. */
async function record(folder: string, file: string, bytes: number, now: number): Promise<void> {
  const list = path.join(folder, removedName)
  const name = path.basename(file)
  const recorded = await readFile(list, 'utf8').catch(() => null)
  if (recorded?.includes(`\n${name}\t`)) return
  const line = [name, ...(await factsOf(file)), bytes, new Date(now).toISOString()].join('\t')
  await appendFile(list, `${recorded ? '' : columns.join('\t') + '\n'}${line}\n`, { mode: 0o600 })
}

async function factsOf(file: string): Promise<readonly (string | number | bigint)[]> {
  const segment = await Segment.open(file)
  try {
    let first, last
    for await (const piece of segment.pieces()) {
      if (piece.kind !== 'member') continue
      first ??= piece.member
      last = piece.member
    }
    if (!first || !last) return ['', '', '', '', '']
    const digest = digestOf(await segment.read(last)).toString('hex')
    return [first.facts.firstSeq, last.facts.lastSeq, first.facts.from, last.facts.to, digest]
  } finally {
    await segment.close()
  }
}
