import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { Clock } from '../clock'
import { mayWrite, readJsonOrSetAside, writeAtomically } from '../files'
import { fileSchema, newestConversions, readable, type Shelf, type StoredConversion } from './stored'

/** Answers come in bursts, and each writing is a whole file. */
const answeredWithin = 1000

export interface ConversionFilePorts {
  readonly file: string
  readonly clock: Clock
  /** Whether conversions are kept is another matter now. */
  readonly changed: () => void
}

type Content = Pick<v.InferOutput<typeof fileSchema>, 'last' | 'profiles'>

export async function openConversionFile(ports: ConversionFilePorts): Promise<ConversionFile> {
  const reading = await readJsonOrSetAside(ports.file, {
    schema: fileSchema,
    title: 'conversions',
    newest: newestConversions,
    mend: readable
  })
  const isRead = reading.state === 'read' || reading.state === 'mended'
  const { profiles, last, ...others } = isRead ? reading.value : await understood(reading.state, ports.file)
  const notice = 'notice' in reading ? reading.notice : null
  return new ConversionFile(ports, { profiles, last }, isRead ? others : {}, notice, mayWrite(reading))
}

/** `conversions.json`: what was looked up with each connection, with its notes, and what is watched. */
export class ConversionFile {
  readonly #shelves: Map<string, Shelf>
  #last: string | null
  #notKept: string | null
  #writing: Promise<void> | null = null
  #again = false
  #forgetWrite: (() => void) | null = null

  constructor(
    private readonly ports: ConversionFilePorts,
    content: Content,
    private readonly others: Readonly<Record<string, unknown>>,
    /** What a person should hear about how the file was found. */
    readonly notice: string | null,
    private readonly writable: boolean
  ) {
    this.#shelves = new Map(Object.entries(content.profiles).map(([id, shelf]) => [id, onlyOnce(shelf)]))
    this.#last = content.last
    this.#notKept = writable ? null : notice
  }

  /** Why changes do not outlive the app, or null. */
  get notKept(): string | null {
    return this.#notKept
  }

  /** The profile that was used last. */
  get last(): string | null {
    return this.#last
  }

  entries(profileId: string): readonly StoredConversion[] {
    return this.#shelves.get(profileId)?.entries ?? []
  }

  find(profileId: string, id: string): StoredConversion | undefined {
    return this.entries(profileId).find((entry) => entry.id === id)
  }

  /** Resolves when it is written. */
  set(profileId: string, entries: readonly StoredConversion[]): Promise<void> {
    this.#put(profileId, entries)
    return this.#write()
  }

  /** What the service answered is written soon, with all that it answers in the meantime. */
  setSoon(profileId: string, entries: readonly StoredConversion[]): void {
    this.#put(profileId, entries)
    this.#writeSoon()
  }

  use(profileId: string): void {
    if (this.#last === profileId) return
    this.#last = profileId
    this.#writeSoon()
  }

  /** The connection was deleted. */
  forget(profileId: string): Promise<void> {
    const wasLast = this.#last === profileId
    if (wasLast) this.#last = null
    return this.#shelves.delete(profileId) || wasLast ? this.#write() : Promise.resolve()
  }

  clear(): Promise<void> {
    this.#shelves.clear()
    this.#last = null
    return this.#write()
  }

  /** Whatever is still to be written is. */
  async dispose(): Promise<void> {
    if (this.#forgetWrite) await this.#write()
    await this.#writing
  }

  #put(profileId: string, entries: readonly StoredConversion[]): void {
    this.#shelves.set(profileId, { ...this.#shelves.get(profileId), entries })
  }

  #writeSoon(): void {
    this.#forgetWrite ??= this.ports.clock.later(answeredWithin, () => void this.#write())
  }

  #write(): Promise<void> {
    this.#forgetWrite?.()
    this.#forgetWrite = null
    if (!this.writable) return Promise.resolve()
    this.#again = true
    this.#writing ??= this.#writeAll()
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    const before = this.#notKept
    while (this.#again) {
      this.#again = false
      const content = {
        ...this.others,
        version: newestConversions,
        last: this.#last,
        profiles: Object.fromEntries(this.#shelves)
      }
      try {
        await writeAtomically(this.ports.file, JSON.stringify(content, null, 2) + '\n')
        this.#notKept = null
      } catch {
        this.#notKept = `The conversions could not be written to ${this.ports.file}. They hold until Leadline ends.`
      }
    }
    this.#writing = null
    if (this.#notKept !== before) this.ports.changed()
  }
}

/** A file that a person has edited may have one twice. */
function onlyOnce(shelf: Shelf): Shelf {
  const all = new Map(shelf.entries.toReversed().map((entry) => [entry.id, entry]))
  return all.size === shelf.entries.length ? shelf : { ...shelf, entries: [...all.values()].toReversed() }
}

/** A newer file, as far as it means something here. */
async function understood(state: string, file: string): Promise<Content> {
  if (state !== 'newer') return { profiles: {}, last: null }
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'))
    return v.parse(fileSchema, readable(v.parse(v.looseObject({}), parsed)).content)
  } catch {
    return { profiles: {}, last: null }
  }
}
