import { readdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { parseJson } from '#shared/wire/parse-json'
import { NotPlainFile, readPlainFile } from './plain-file'
import { removeOldCopies } from './old-copies'
import { writeAtomically } from './write'

/** What a file of ours turned out to be, and through `mayWrite` whether it may be written again. */
export type Reading<T> =
  | { readonly state: 'absent' }
  | { readonly state: 'read'; readonly value: T }
  /** Damaged in part: `value` is the rest. The file stays, with a copy at `setAside`; null as with `damaged`. */
  | {
      readonly state: 'mended'
      readonly value: T
      readonly notice: string
      readonly setAside: string | null
    }
  /** Renamed to `setAside`; where even that failed, it is null and the file must not be overwritten. */
  | { readonly state: 'damaged'; readonly notice: string; readonly setAside: string | null }
  /** Of a later Leadline: left as it is. */
  | { readonly state: 'newer'; readonly notice: string; readonly content: Record<string, unknown> }
  | { readonly state: 'unreadable'; readonly notice: string }

interface ReadOptions<Schema extends v.GenericSchema> {
  readonly schema: Schema
  /** What the file holds, as a person calls it: "settings". */
  readonly title: string
  /** The newest `version` that this Leadline understands. */
  readonly newest: number
  /** Turns what an older Leadline wrote into what the schema describes. */
  readonly upgrade?: (older: Record<string, unknown>, version: number) => unknown
  /** Leaves out of a damaged file what is damaged, so that the rest need not go with it. */
  readonly mend?: (damaged: Record<string, unknown>) => Mended
  readonly now?: () => Date
}

export interface Mended {
  readonly content: unknown
  /** What was left out, as a clause: "zoom was ignored". */
  readonly lost: string
}

/** Whether a file may be written after it was read like this. */
export const mayWrite = (reading: Reading<unknown>) =>
  reading.state === 'absent' ||
  reading.state === 'read' ||
  ((reading.state === 'damaged' || reading.state === 'mended') && reading.setAside !== null)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const codeOf = (problem: unknown) =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem)

export async function readJsonOrSetAside<Schema extends v.GenericSchema>(
  file: string,
  options: ReadOptions<Schema>
): Promise<Reading<v.InferOutput<Schema>>> {
  let bytes: Buffer
  try {
    bytes = await readPlainFile(file)
  } catch (problem) {
    if (problem instanceof NotPlainFile) return setAside(file, options, problem.words)
    if (codeOf(problem) === 'ENOENT') return { state: 'absent' }
    return {
      state: 'unreadable',
      notice: `The ${options.title} file ${file} cannot be read (${codeOf(problem)}). Leadline leaves it as it is and starts with what it has.`
    }
  }
  const parsed = parse(bytes.toString('utf8'))
  if (!isRecord(parsed)) return setAside(file, options)
  const version = parsed['version']
  if (typeof version === 'number' && version > options.newest) {
    return {
      state: 'newer',
      content: parsed,
      notice: `The ${options.title} file ${path.basename(file)} was written by a newer Leadline. It is left untouched, and changes are not kept.`
    }
  }
  const current =
    options.upgrade && version !== options.newest
      ? attempt(() => options.upgrade!(parsed, typeof version === 'number' ? version : 0))
      : parsed
  const checked = v.safeParse(options.schema, current)
  if (checked.success) return { state: 'read', value: checked.output }
  const mended = options.mend && isRecord(current) ? options.mend(current) : null
  if (!mended) return setAside(file, options)
  const rest = v.safeParse(options.schema, mended.content)
  if (!rest.success) return setAside(file, options)
  return { state: 'mended', value: rest.output, ...(await copyAside(file, bytes, mended.lost, options)) }
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** A layout of the most panels is nested a third as deeply; what is nested deeper is damaged. */
const ownBounds = { depth: 400, values: Infinity, strict: true }

const parse = (text: string) =>
  attempt(() => parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, ownBounds))

type Naming = Pick<ReadOptions<v.GenericSchema>, 'title' | 'now'>

const asideName = (file: string, { now = () => new Date() }: Naming) =>
  `${file}.damaged-${now().toISOString().replaceAll(':', '-')}`

async function copyAside(file: string, bytes: Buffer, lost: string, naming: Naming) {
  const found = `The ${naming.title} file is damaged in part: ${lost}.`
  try {
    const earlier = await copyOf(file, bytes)
    const kept = earlier ?? asideName(file, naming)
    if (earlier === null) {
      await writeAtomically(kept, bytes)
      await removeOldCopies(file)
    }
    return { setAside: kept, notice: `${found} The rest is in use. The file as it was is kept in ${kept}.` }
  } catch (problem) {
    return {
      setAside: null,
      notice: `${found} The rest is in use. The file ${file} could not be copied (${codeOf(problem)}), so it is left as it is, and changes are not kept.`
    }
  }
}

/** A file that nobody changes stays damaged: its next start must not bring yet another copy. */
async function copyOf(file: string, bytes: Buffer): Promise<string | null> {
  const folder = path.dirname(file)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(file)}.damaged-`) || name.endsWith('.tmp')) continue
    const copy = path.join(folder, name)
    const found = await stat(copy).catch(() => null)
    if (found?.size !== bytes.length) continue
    const content = await readPlainFile(copy).catch(() => null)
    if (content?.equals(bytes)) return copy
  }
  return null
}

async function setAside(file: string, naming: Naming, found = 'was damaged'): Promise<Reading<never>> {
  const { title } = naming
  const kept = asideName(file, naming)
  try {
    await rename(file, kept)
    await removeOldCopies(file)
  } catch (problem) {
    return {
      state: 'damaged',
      setAside: null,
      notice: `The ${title} file ${file} ${found.replace('was', 'is')} and could not be set aside (${codeOf(problem)}). It is left as it is, and changes are not kept.`
    }
  }
  return {
    state: 'damaged',
    setAside: kept,
    notice: `The ${title} file ${found}. It was set aside as ${path.basename(kept)}, and Leadline starts with a fresh one.`
  }
}
