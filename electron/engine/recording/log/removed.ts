import { appendFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { readPlainFile } from '../../base/files'
import { digestOf } from './member'
import { Segment } from './segment'

/** The record of removed segments, beside them. */
const listName = 'removed.tsv'
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

/** Records the removal first: the chain of what is left begins where this segment ended. */
export async function removeSegment(file: string, now: number): Promise<void> {
  const folder = path.dirname(file)
  const name = path.basename(file)
  const list = await readList(folder)
  // A kill may have come between the record and the removal.
  if (!list.includes(`\n${name}\t`)) {
    const { size } = await stat(file)
    const line = [name, ...(await factsOf(file)), size, new Date(now).toISOString()].join('\t')
    const head = list === '' ? columns.join('\t') + '\n' : ''
    await appendFile(path.join(folder, listName), `${head}${line}\n`, { mode: 0o600 })
  }
  await rm(file)
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

async function readList(folder: string): Promise<string> {
  try {
    return (await readPlainFile(path.join(folder, listName))).toString('utf8')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return ''
    throw problem
  }
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
