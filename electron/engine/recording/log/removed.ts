import { appendFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { readPlainFile } from '../../base/files'
import { readEnds, type SegmentEnds } from './ends'

/** The record of removed segments, beside them. */
export const removedName = 'removed.tsv'
const columns = [
  'segment',
  'first_seq',
  'last_seq',
  'from_ns',
  'to_ns',
  'sha256_of_last_member',
  'bytes',
  'removed',
  'reason'
]

/** `limits-unsealed`: although it was not sealed, because the disk was nearly full. */
type RemovalReason = 'limits' | 'limits-unsealed' | 'user'

/** Records the removal first: the chain of what is left begins where this segment ended. */
export async function removeSegment(file: string, now: number, reason: RemovalReason): Promise<void> {
  const folder = path.dirname(file)
  const name = path.basename(file)
  const list = await readList(folder)
  // A kill may have come between the record and the removal.
  if (!list.includes(`\n${name}\t`)) {
    const { size } = await stat(file)
    await addLine(folder, list, [name, ...factsOf(await readEnds(file)), size, timeText(now), reason])
  }
  await rm(file)
}

/** Records that what came before a segment is not in this folder, as if it was removed. */
export async function recordMissingBefore(file: string, { first }: SegmentEnds, now: number): Promise<void> {
  const folder = path.dirname(file)
  const ends = await removedEnds(folder)
  if (ends.some(({ digest }) => digest.equals(first.previous))) return
  const facts = ['', first.firstSeq - 1, '', '', first.previous.toString('hex')]
  await addLine(folder, await readList(folder), [
    `before ${path.basename(file)}`,
    ...facts,
    0,
    timeText(now),
    'not-imported'
  ])
}

/** Where a removed segment ended. */
export interface RemovedEnd {
  readonly nextSeq: number
  /** SHA-256 of its last member. */
  readonly digest: Buffer
}

interface RemovedSegment {
  /** Null if it had no whole member. */
  readonly end: RemovedEnd | null
  readonly bytes: number
  /** In milliseconds since the epoch. */
  readonly at: number
}

export async function listRemoved(folder: string): Promise<readonly RemovedSegment[]> {
  const lines = (await readList(folder)).trimEnd().split('\n').slice(1)
  return lines.map((line) => {
    const [, , lastSeq = '', , , digest = '', bytes, at = ''] = line.split('\t')
    const hasEnd = /^\d{1,15}$/.test(lastSeq)
    return {
      end: hasEnd ? { nextSeq: Number(lastSeq) + 1, digest: Buffer.from(digest, 'hex') } : null,
      bytes: Number(bytes) || 0,
      at: Date.parse(at) || 0
    }
  })
}

/** In no order: days are removed one by one, too. */
export async function removedEnds(folder: string): Promise<readonly RemovedEnd[]> {
  return (await listRemoved(folder)).flatMap(({ end }) => end ?? [])
}

/** Of the removed segment with the newest items, or null. */
export async function lastRemoved(folder: string): Promise<RemovedEnd | null> {
  const ends = await removedEnds(folder)
  return ends.reduce<RemovedEnd | null>(
    (last, end) => (last && last.nextSeq > end.nextSeq ? last : end),
    null
  )
}

const timeText = (milliseconds: number) => new Date(milliseconds).toISOString()

type Fields = readonly (string | number | bigint)[]

async function addLine(folder: string, list: string, fields: Fields): Promise<void> {
  const line = fields.join('\t')
  const head = list === '' ? columns.join('\t') + '\n' : ''
  await appendFile(path.join(folder, removedName), `${head}${line}\n`, { mode: 0o600 })
}

function factsOf(ends: SegmentEnds | null): (string | number | bigint)[] {
  if (!ends) return ['', '', '', '', '']
  const { first, last, digest } = ends
  return [first.firstSeq, last.lastSeq, first.from, last.to, digest.toString('hex')]
}

async function readList(folder: string): Promise<string> {
  try {
    return (await readPlainFile(path.join(folder, removedName))).toString('utf8')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return ''
    throw problem
  }
}
