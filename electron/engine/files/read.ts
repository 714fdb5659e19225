import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'

/** What a file of ours turned out to be. Only after `absent`, `read` and `damaged` may it be written again. */
export type Reading<T> =
  | { readonly state: 'absent' }
  | { readonly state: 'read'; readonly value: T }
  /** Renamed to `setAside`; where even that failed, it is null and the file must not be overwritten. */
  | { readonly state: 'damaged'; readonly notice: string; readonly setAside: string | null }
  /** Of a later Leadline: left as it is. */
  | { readonly state: 'newer'; readonly notice: string }
  | { readonly state: 'unreadable'; readonly notice: string }

export interface ReadOptions<Schema extends v.GenericSchema> {
  readonly schema: Schema
  /** What the file holds, as a person calls it: "settings". */
  readonly title: string
  /** The newest `version` that this Leadline understands. */
  readonly newest: number
  /** Turns what an older Leadline wrote into what the schema describes. */
  readonly upgrade?: (older: Record<string, unknown>, version: number) => unknown
  readonly now?: () => Date
}

/** Whether a file may be written after it was read like this. */
export const mayWrite = (reading: Reading<unknown>) =>
  reading.state === 'absent' ||
  reading.state === 'read' ||
  (reading.state === 'damaged' && reading.setAside !== null)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const codeOf = (problem: unknown) =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem)

export async function readJsonOrSetAside<Schema extends v.GenericSchema>(
  file: string,
  options: ReadOptions<Schema>
): Promise<Reading<v.InferOutput<Schema>>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (problem) {
    if (codeOf(problem) === 'ENOENT') return { state: 'absent' }
    return {
      state: 'unreadable',
      notice: `The ${options.title} file ${file} cannot be read (${codeOf(problem)}). Leadline leaves it as it is and starts with what it has.`
    }
  }
  const parsed = parse(text)
  if (!isRecord(parsed)) return setAside(file, options)
  const version = parsed['version']
  if (typeof version === 'number' && version > options.newest) {
    return {
      state: 'newer',
      notice: `The ${options.title} file ${path.basename(file)} was written by a newer Leadline. It is left untouched, and changes are not kept.`
    }
  }
  const current =
    options.upgrade && version !== options.newest
      ? attempt(() => options.upgrade!(parsed, typeof version === 'number' ? version : 0))
      : parsed
  const checked = v.safeParse(options.schema, current)
  return checked.success ? { state: 'read', value: checked.output } : setAside(file, options)
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return undefined
  }
}

const parse = (text: string) =>
  attempt((): unknown => JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text))

async function setAside(
  file: string,
  { title, now = () => new Date() }: Pick<ReadOptions<v.GenericSchema>, 'title' | 'now'>
): Promise<Reading<never>> {
  const stamp = now().toISOString().replaceAll(':', '-')
  const kept = `${file}.damaged-${stamp}`
  try {
    await rename(file, kept)
  } catch (problem) {
    return {
      state: 'damaged',
      setAside: null,
      notice: `The ${title} file ${file} is damaged and could not be set aside (${codeOf(problem)}). It is left as it is, and changes are not kept.`
    }
  }
  return {
    state: 'damaged',
    setAside: kept,
    notice: `The ${title} file was damaged. It was set aside as ${path.basename(kept)}, and Leadline starts with a fresh one.`
  }
}
