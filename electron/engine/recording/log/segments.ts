import { readdir } from 'node:fs/promises'
import path from 'node:path'

const ending = '.tsv.gz'
const name = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z(?:-\d+)?\.tsv\.gz$/

/** Milliseconds after which a segment ends, counted from full hours (UTC). */
export const usualSegmentLength = 3_600_000

export const isSegmentName = (file: string): boolean => name.test(file)

/** In the order in which they were recorded. */
export async function listSegments(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return []
    throw problem
  })
  return names
    .filter((each) => name.test(each))
    .sort(inOrder)
    .map((each) => path.join(folder, each))
}

/**
 * The file of a segment that begins now. Names sort in the order of recording even if the clock was set back: then the
 * name repeats the time of the newest segment, with a number.
 */
export function segmentFile(folder: string, milliseconds: number, newest: string | undefined): string {
  const time = new Date(milliseconds).toISOString().replaceAll(':', '-')
  if (newest === undefined) return path.join(folder, time + ending)
  const { time: last, number } = partsOf(path.basename(newest))
  return path.join(folder, time > last ? time + ending : `${last}-${number + 1}${ending}`)
}

/** When it began, in milliseconds since the epoch. */
export const segmentTime = (file: string): number =>
  Date.parse(partsOf(path.basename(file)).time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

/** When a segment ends at the latest that began then, in milliseconds since the epoch. */
export const endOfPeriod = (began: number, length: number): number =>
  (Math.floor(began / length) + 1) * length

/** The day (UTC) that it was begun, such as 2026-11-24. No segment is continued on another day. */
export const dayOf = (file: string): string => path.basename(file).slice(0, '2026-11-24'.length)

export const isLaterSegment = (file: string, than: string): boolean =>
  inOrder(path.basename(file), path.basename(than)) > 0

function partsOf(file: string): { time: string; number: number } {
  const time = file.slice(0, file.indexOf('Z') + 1)
  const number = file.slice(time.length, -ending.length)
  return { time, number: number === '' ? 1 : Number(number.slice(1)) }
}

function inOrder(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)]
  if (one.time !== other.time) return one.time < other.time ? -1 : 1
  return one.number - other.number
}
