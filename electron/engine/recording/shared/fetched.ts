import { stat } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { parseJson } from '#shared/wire/parse-json'
import { readPlainFile, writeAtomically } from '../../base/files'
import { isDesk } from '../location'
import { removeDerived, sizeOfDerived } from '../keyframes/files'
import { removeSegment } from '../log/removed'
import { listSegments, segmentTime } from '../log/segments'
import { ignoreMissing } from '../missing'
import { isPinned, readPins } from '../pins'

const hour = 3_600_000
const maxBytes = 16 * 1024 * 1024
const maxNames = 100_000
const schema = v.object({
  version: v.literal(1),
  /** By segment, in milliseconds since the epoch. */
  used: v.record(v.pipe(v.string(), v.maxLength(100)), v.pipe(v.number(), v.minValue(0)))
})

const usesFile = (log: string) => path.join(path.dirname(log), 'used.json')

/** Without it, everything counts as unused. */
async function readUses(log: string): Promise<ReadonlyMap<string, number>> {
  try {
    const text = (await readPlainFile(usesFile(log), maxBytes)).toString('utf8')
    const checked = v.safeParse(schema, parseJson(text, { values: 2 * maxNames, strict: true }))
    return new Map(checked.success ? Object.entries(checked.output.used) : [])
  } catch {
    return new Map()
  }
}

/** Fetched segments are removed in the order of their last use. */
export async function noteUse(log: string, names: readonly string[], now: number): Promise<void> {
  const there = new Set((await listSegments(log)).map((file) => path.basename(file)))
  const uses = new Map([...(await readUses(log))].filter(([name]) => there.has(name)))
  for (const name of names) if (there.has(name)) uses.set(name, now)
  const used = Object.fromEntries(uses)
  await writeAtomically(usesFile(log), `${JSON.stringify({ version: 1, used }, null, 2)}\n`)
}

/** Call with the time that a replay shows: it notes the segments of each hour that the replay reaches, of a log that was fetched. */
export function replayedUses(log: string, now: () => number): (at: number) => void {
  if (!isDesk(path.basename(path.dirname(log)))) return () => {}
  let last = NaN
  return (at) => {
    const hourOf = Math.floor(at / hour)
    if (hourOf === last) return
    last = hourOf
    // Otherwise it is only removed earlier.
    noteSegmentsOf(log, hourOf * hour, now()).catch(() => {})
  }
}

async function noteSegmentsOf(log: string, from: number, now: number): Promise<void> {
  const used = (await segmentsWithTimes(log)).filter((each) => each.from < from + hour && each.to > from)
  if (used.length > 0)
    await noteUse(
      log,
      used.map(({ file }) => path.basename(file)),
      now
    )
}

/** A segment is at most an hour long, and ends when the next one begins. */
async function segmentsWithTimes(log: string) {
  const files = await listSegments(log)
  return files.map((file, index) => {
    const [from, next] = [segmentTime(file), files[index + 1]]
    return { file, from, to: Math.min(from + hour, next === undefined ? Infinity : segmentTime(next)) }
  })
}

/** Removes fetched segments until those that are not pinned fit; `kept` are needed now. */
export async function makeRoom(
  log: string,
  bytes: number,
  kept: ReadonlySet<string>,
  now: number
): Promise<void> {
  const [uses, pins] = [await readUses(log), await readPins(log)]
  const limited: { file: string; bytes: number; used: number }[] = []
  for (const { file, from, to } of await segmentsWithTimes(log)) {
    if (isPinned(pins, { from, to })) continue
    const size = (await stat(file).catch(ignoreMissing))?.size ?? 0
    const used = uses.get(path.basename(file)) ?? 0
    limited.push({ file, bytes: size + (await sizeOfDerived(file)), used })
  }
  let total = limited.reduce((sum, each) => sum + each.bytes, 0)
  for (const each of limited.sort((one, other) => one.used - other.used)) {
    if (total <= bytes) return
    if (kept.has(path.basename(each.file))) continue
    await removeDerived(each.file)
    await removeSegment(each.file, now, 'limits').catch(ignoreMissing)
    total -= each.bytes
  }
}
