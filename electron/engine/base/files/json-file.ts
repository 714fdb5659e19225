import { readdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { fileText } from '#shared/messages/base'
import { parseJson } from '#shared/wire/parse-json'
import { NotPlainFile, readPlainFile } from './plain-file'
import { copyName, isCopyOf, removeOldCopies } from './old-copies'
import { writeAtomically } from './write'

type Content = Record<string, unknown>

export interface JsonFormat<T> {
  readonly schema: v.GenericSchema<unknown, T>
  readonly version: number
  /** For messages: "settings". */
  readonly title: string
  /** Returns the readable parts of a damaged file. */
  readonly salvage?: (damaged: Content) => Salvaged
  readonly now?: () => Date
}

export interface Salvaged {
  readonly content: unknown
  /** For example "zoom was ignored". */
  readonly lost: string
}

interface JsonReading<T> {
  /** Null if there is no file or nothing is readable. */
  readonly value: T | null
  /** A message for the user, or null. */
  readonly notice: string | null
  readonly writable: boolean
}

const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const codeOf = (problem: unknown) =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem)

/** Reads a JSON file. A damaged file is quarantined, or copied if parts of it are readable. */
export async function readJsonFile<T>(file: string, format: JsonFormat<T>): Promise<JsonReading<T>> {
  let bytes: Buffer
  try {
    bytes = await readPlainFile(file)
  } catch (problem) {
    if (problem instanceof NotPlainFile) return quarantine(file, format, problem.words)
    if (codeOf(problem) === 'ENOENT') return { value: null, notice: null, writable: true }
    return {
      value: null,
      notice: fileText.unreadable(format.title, file, codeOf(problem)),
      writable: false
    }
  }
  const parsed = parse(bytes.toString('utf8'))
  if (!isContent(parsed)) return quarantine(file, format)
  const { version, ...content } = parsed
  if (typeof version === 'number' && version > format.version) {
    return {
      value: salvage(content, format)?.value ?? null,
      notice: fileText.newer(format.title, path.basename(file)),
      writable: false
    }
  }
  const checked = version === format.version ? v.safeParse(format.schema, content) : null
  if (checked?.success) return { value: checked.output, notice: null, writable: true }
  const salvaged = salvage(content, format)
  if (!salvaged) return quarantine(file, format)
  return { value: salvaged.value, ...(await copyAside(file, bytes, salvaged.lost, format)) }
}

function salvage<T>(damaged: Content, { schema, ...format }: JsonFormat<T>) {
  const salvaged = attempt(() => format.salvage?.(damaged))
  const checked = salvaged && v.safeParse(schema, salvaged.content)
  return checked?.success ? { value: checked.output, lost: salvaged!.lost } : null
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** A layout with the maximum number of panels is nested a third as deeply. */
const bounds = { depth: 400, values: Infinity, strict: true }

const parse = (text: string) =>
  attempt(() => parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, bounds))

type Naming = Pick<JsonFormat<unknown>, 'title' | 'now'>

const quarantineName = (file: string, { now = () => new Date() }: Naming) => copyName(file, now())

async function copyAside(file: string, bytes: Buffer, lost: string, naming: Naming) {
  try {
    const earlier = await copyOf(file, bytes)
    const copy = earlier ?? (await quarantineName(file, naming))
    if (earlier === null) {
      await writeAtomically(copy, bytes)
      await removeOldCopies(file)
    }
    return { writable: true, notice: fileText.copied(naming.title, lost, copy) }
  } catch (problem) {
    return {
      writable: false,
      notice: fileText.notCopied(naming.title, lost, file, codeOf(problem))
    }
  }
}

/** An unchanged damaged file is copied only once. */
async function copyOf(file: string, bytes: Buffer): Promise<string | null> {
  const folder = path.dirname(file)
  for (const name of await readdir(folder)) {
    if (!isCopyOf(file, name)) continue
    const copy = path.join(folder, name)
    const found = await stat(copy).catch(() => null)
    if (found?.size !== bytes.length) continue
    const content = await readPlainFile(copy).catch(() => null)
    if (content?.equals(bytes)) return copy
  }
  return null
}

async function quarantine(
  file: string,
  naming: Naming,
  found: string | null = null
): Promise<JsonReading<never>> {
  const { title } = naming
  let copy: string
  try {
    copy = await quarantineName(file, naming)
    await rename(file, copy)
    await removeOldCopies(file)
  } catch (problem) {
    return {
      value: null,
      writable: false,
      notice: fileText.notSetAside(title, file, codeOf(problem), found)
    }
  }
  return {
    value: null,
    writable: true,
    notice: fileText.setAside(title, path.basename(copy), found)
  }
}
