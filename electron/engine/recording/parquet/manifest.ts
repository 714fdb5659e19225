import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { readPlainFile, writeAtomically } from '../../base/files'
import { isSameHour, manifestFile, partOf, type HourPart } from './locations'
import type { SealedFile } from './part-files'

const columns = [
  'file',
  'rows',
  'bytes',
  'sha256',
  'first_seq',
  'last_seq',
  'sealed_from_seq',
  'sealed_to_seq',
  'segments'
]

interface SealedRange {
  readonly from: number
  readonly to: number
  /** The names of the segments that it was read from. */
  readonly segments: readonly string[]
}

export interface Sealed {
  readonly part: HourPart
  /** The last item. */
  readonly to: number
}

/** A line for each file. Until it is written, the part counts as not sealed. */
export async function writeManifest(
  folder: string,
  part: HourPart,
  { from, to, segments }: SealedRange,
  files: readonly SealedFile[]
): Promise<void> {
  const lines = files.map(({ name, rows, bytes, sha256, firstSeq, lastSeq }) =>
    [name, rows, bytes, sha256, firstSeq, lastSeq, from, to, segments.join(',')].join('\t')
  )
  await writeAtomically(
    path.join(folder, manifestFile(part)),
    [columns.join('\t'), ...lines].map((line) => `${line}\n`).join('')
  )
}

/** What was sealed last; null without any. */
export async function lastSealed(folder: string): Promise<Sealed | null> {
  const names = await readdir(path.join(folder, 'sealed')).catch(() => [])
  const last = names
    .flatMap((name) => partOf(name) ?? [])
    .sort(inOrder)
    .at(-1)
  if (!last) return null
  const file = path.join(folder, manifestFile(last))
  const lines = (await readPlainFile(file)).toString('utf8').trimEnd().split('\n')
  const to = Number(lines.at(-1)!.split('\t')[columns.indexOf('sealed_to_seq')])
  if (!Number.isSafeInteger(to)) throw fail('recording.manifest', recordingText.manifestDamaged(file))
  return { part: last, to }
}

/** For what follows. */
export function nextPart(last: Sealed | null, hour: Omit<HourPart, 'number'>): HourPart {
  return { ...hour, number: last && isSameHour(last.part, hour) ? last.part.number + 1 : 1 }
}

function inOrder(one: HourPart, other: HourPart): number {
  const [hour, otherHour] = [one.date + one.hour, other.date + other.hour]
  if (hour !== otherHour) return hour < otherHour ? -1 : 1
  return one.number - other.number
}
