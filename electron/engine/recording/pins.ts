import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { parseJson } from '#shared/wire/parse-json'
import { readPlainFile, writeAtomically } from '../base/files'
import { LogLock } from './log/lock'

const maxDays = 10_000
const maxRanges = 1000
const dayLength = 86_400_000
const maxBytes = 1024 * 1024
/** Milliseconds. A change takes a few. */
const tryEvery = 20
const maxTries = 500

/** Such as 2026-11-24. */
const dayPattern = /^\d{4}-\d\d-\d\d$/

const time = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))
const schema = v.object({
  version: v.literal(1),
  days: v.pipe(v.array(v.pipe(v.string(), v.regex(dayPattern))), v.maxLength(maxDays)),
  ranges: v.optional(v.pipe(v.array(v.object({ from: time, to: time })), v.maxLength(maxRanges)), [])
})

/** In milliseconds since the epoch. */
export interface PinnedRange {
  readonly from: number
  readonly to: number
}

/** The recordings exempt from the limits on age and size. */
export interface Pins {
  readonly days: ReadonlySet<string>
  /** In order. */
  readonly ranges: readonly PinnedRange[]
}

const overlaps = (one: PinnedRange, other: PinnedRange) => one.from <= other.to && other.from <= one.to

const rangeOf = (day: string): PinnedRange => ({ from: Date.parse(day), to: Date.parse(day) + dayLength - 1 })

const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Whether any of that time is pinned. A segment or an hour is kept as a whole. */
export const isPinned = ({ days, ranges }: Pins, time: PinnedRange): boolean =>
  days.has(dayAt(time.from)) || ranges.some((range) => overlaps(range, time))

/** Beside the log. */
export const pinsFile = (log: string): string => path.join(path.dirname(log), 'pinned.json')

/** A file that cannot be read is a problem: otherwise pinned days would be deleted. */
export async function readPins(log: string): Promise<Pins> {
  const file = pinsFile(log)
  let text
  try {
    text = (await readPlainFile(file, maxBytes)).toString('utf8')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT')
      return { days: new Set(), ranges: [] }
    throw problem
  }
  const checked = v.safeParse(schema, parsed(text))
  if (!checked.success) throw fail('recording.pins', recordingText.pinsDamaged(file))
  const { days, ranges } = checked.output
  return { days: new Set(days), ranges }
}

/** From and to of each pinned day and range, in milliseconds since the epoch. */
export async function pinnedSpans(log: string): Promise<Float64Array> {
  // A damaged list is reported where days would be deleted.
  const { days, ranges } = await readPins(log).catch((): Pins => ({ days: new Set(), ranges: [] }))
  return Float64Array.from([...[...days].map(rangeOf), ...ranges].flatMap(({ from, to }) => [from, to]))
}

let last: Promise<unknown> = Promise.resolve()

/** A change writes the whole list that it has read, so that two at once would lose one. */
function inTurn(change: () => Promise<void>): Promise<void> {
  const changed = last.then(change)
  last = changed.catch(() => {})
  return changed
}

/** An import pins days in a process of its own. */
async function locked(log: string, change: () => Promise<void>): Promise<void> {
  const folder = path.dirname(log)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let lock = await LogLock.takeIfFree(folder, Date.now)
  for (let tries = 1; !lock && tries < maxTries; tries += 1) {
    await wait(tryEvery)
    lock = await LogLock.takeIfFree(folder, Date.now)
  }
  if (!lock) throw fail('recording.pins', recordingText.pinsInUse, { retryable: true })
  try {
    await change()
  } finally {
    await lock.release()
  }
}

/** Ranges within days that are unpinned are unpinned, too. */
export const changePins = (log: string, days: readonly string[], pinned: boolean): Promise<void> =>
  inTurn(() => locked(log, () => changeDays(log, days, pinned)))

/** Ranges that touch become one; all that are touched are unpinned. */
export const changePinnedRange = (log: string, range: PinnedRange, pinned: boolean): Promise<void> =>
  inTurn(() => locked(log, () => changeRange(log, range, pinned)))

async function changeDays(log: string, days: readonly string[], pinned: boolean): Promise<void> {
  const before = await readPins(log)
  const pins = new Set(before.days)
  for (const day of days) {
    if (pinned) pins.add(day)
    else pins.delete(day)
  }
  const unpinned = pinned ? [] : days.map(rangeOf)
  await write(
    log,
    pins,
    before.ranges.filter((range) => !unpinned.some((day) => overlaps(range, day)))
  )
}

async function changeRange(log: string, range: PinnedRange, pinned: boolean): Promise<void> {
  const { days, ranges } = await readPins(log)
  const touched = ranges.filter((each) => overlaps(each, range))
  const others = ranges.filter((each) => !touched.includes(each))
  const merged = [...touched, range]
  const from = Math.min(...merged.map((each) => each.from))
  const to = Math.max(...merged.map((each) => each.to))
  await write(log, days, pinned ? [...others, { from, to }] : others)
}

async function write(log: string, days: ReadonlySet<string>, ranges: readonly PinnedRange[]): Promise<void> {
  if (days.size > maxDays) throw fail('recording.pins', recordingText.tooManyPins(maxDays))
  if (ranges.length > maxRanges) throw fail('recording.pins', recordingText.tooManyRanges(maxRanges))
  const content = {
    version: 1,
    days: [...days].sort(),
    ranges: [...ranges].sort((one, other) => one.from - other.from)
  }
  await writeAtomically(pinsFile(log), `${JSON.stringify(content, null, 2)}\n`)
}

function parsed(text: string): unknown {
  try {
    return parseJson(text, { values: maxDays + 3 * maxRanges + 10, strict: true })
  } catch {
    return null
  }
}
