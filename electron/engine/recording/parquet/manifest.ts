import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { readPlainFile, writeAtomically } from '../../base/files'
import { isSameHour, manifestFile, partOf, sealedFolder, type Hour, type HourPart } from './locations'
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

/** The sealed part of a segment. */
export interface SealedSegment {
  readonly name: string
  /** Its size then. */
  readonly bytes: number
  /** The first and the last item. */
  readonly from: number
  readonly to: number
}

export interface Sealed {
  readonly part: HourPart
  readonly segments: readonly SealedSegment[]
  /** None if there were no rows, or the limits deleted them. */
  readonly files: readonly Pick<SealedFile, 'name' | 'bytes'>[]
}

/** A line for each file, or one without a file. Until it is written, the part counts as not sealed. */
export async function writeManifest(
  folder: string,
  part: HourPart,
  segments: readonly SealedSegment[],
  files: readonly SealedFile[]
): Promise<void> {
  const sealed = [
    segments[0]!.from,
    segments.at(-1)!.to,
    segments.map(({ name, bytes, from, to }) => [name, bytes, from, to].join(':')).join(',')
  ]
  const lines = files.map(({ name, rows, bytes, sha256, firstSeq, lastSeq }) =>
    [name, rows, bytes, sha256, firstSeq, lastSeq, ...sealed].join('\t')
  )
  if (lines.length === 0) lines.push(['', 0, 0, '', '', '', ...sealed].join('\t'))
  await writeAtomically(
    path.join(folder, manifestFile(part)),
    [columns.join('\t'), ...lines].map((line) => `${line}\n`).join('')
  )
}

/** The sealed parts in the order of time; of one hour, if it is given. */
export async function readSealed(folder: string, hour?: Hour): Promise<Sealed[]> {
  const names = await readdir(path.join(folder, sealedFolder)).catch(() => [])
  const parts = names
    .flatMap((name) => partOf(name) ?? [])
    .filter((part) => !hour || isSameHour(part, hour))
    .sort(inOrder)
  const sealed: Sealed[] = []
  for (const part of parts) sealed.push(await readManifest(folder, part))
  return sealed
}

/** The sealed part of a segment, from all parts. */
export const sealedOf = (sealed: readonly Sealed[], segment: string): SealedSegment[] =>
  sealed.flatMap(({ segments }) => segments.filter(({ name }) => name === segment))

/** For what follows. */
export function nextPart(sealed: readonly Sealed[], hour: Hour): HourPart {
  const numbers = sealed.filter(({ part }) => isSameHour(part, hour)).map(({ part }) => part.number)
  return { ...hour, number: Math.max(0, ...numbers) + 1 }
}

export async function readManifest(folder: string, part: HourPart): Promise<Sealed> {
  const file = path.join(folder, manifestFile(part))
  const [, ...lines] = (await readPlainFile(file)).toString('utf8').trimEnd().split('\n')
  const fields = lines.map((line) => line.split('\t'))
  const segments = (fields[0]?.[columns.length - 1] ?? '').split(',').map(segmentOf)
  const files = fields.flatMap(([name = '', , bytes]) => (name === '' ? [] : { name, bytes: Number(bytes) }))
  const isRight =
    segments.every((each) => each !== null) &&
    files.every(({ name, bytes }) => filePattern.test(name) && Number.isSafeInteger(bytes))
  if (!isRight) throw fail('recording.manifest', recordingText.manifestDamaged(file))
  return { part, segments: segments as SealedSegment[], files }
}

/** It is deleted by this name. */
const filePattern = /^table=\w+\/market=[\w.%~-]+\/date=[\d-]+\/[\d-]+\.parquet$/
const segmentPattern = /^([\w.-]+\.tsv\.gz):(\d{1,15}):(\d{1,15}):(\d{1,15})$/

function segmentOf(text: string): SealedSegment | null {
  const match = segmentPattern.exec(text)
  if (!match) return null
  const [, name, bytes, from, to] = match
  return { name: name!, bytes: Number(bytes), from: Number(from), to: Number(to) }
}

function inOrder(one: HourPart, other: HourPart): number {
  const [hour, otherHour] = [one.date + one.hour, other.date + other.hour]
  if (hour !== otherHour) return hour < otherHour ? -1 : 1
  return one.number - other.number
}
