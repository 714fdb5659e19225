import * as v from 'valibot'
import { mayWrite, readJsonOrSetAside, type Reading, WholeFile, type WholeFilePorts } from '../../base/files'
import { profileIn } from './shelf-key'
import { fileSchema, newestConversions, readable, type Shelf, type StoredConversion } from './stored'

type Content = Pick<v.InferOutput<typeof fileSchema>, 'last' | 'profiles'>

export async function openConversionFile(ports: WholeFilePorts): Promise<ConversionFile> {
  const reading = await readJsonOrSetAside(ports.file, {
    schema: fileSchema,
    title: 'conversions',
    newest: newestConversions,
    mend: readable
  })
  const isRead = reading.state === 'read' || reading.state === 'mended'
  const { profiles, last, ...others } = isRead ? reading.value : understood(reading)
  const notice = 'notice' in reading ? reading.notice : null
  return new ConversionFile(ports, { profiles, last }, isRead ? others : {}, notice, mayWrite(reading))
}

/** `conversions.json`: what was looked up with each connection, with its notes, and what is watched. */
export class ConversionFile {
  readonly #shelves: Map<string, Shelf>
  #last: string | null
  readonly #file: WholeFile

  constructor(
    ports: WholeFilePorts,
    found: Content,
    others: Readonly<Record<string, unknown>>,
    /** What a person should hear about how the file was found. */
    readonly notice: string | null,
    writable: boolean
  ) {
    this.#shelves = new Map(Object.entries(found.profiles).map(([id, shelf]) => [id, onlyOnce(shelf)]))
    this.#last = found.last
    const content = () => ({
      ...others,
      version: newestConversions,
      last: this.#last,
      profiles: Object.fromEntries(this.#shelves)
    })
    this.#file = new WholeFile(ports, { title: 'conversions', notice, writable, content })
  }

  /** Why changes do not outlive the app, or null. */
  get notKept(): string | null {
    return this.#file.notKept
  }

  /** The key of what was used last. */
  get last(): string | null {
    return this.#last
  }

  entries(key: string): readonly StoredConversion[] {
    return this.#shelves.get(key)?.entries ?? []
  }

  find(key: string, id: string): StoredConversion | undefined {
    return this.entries(key).find((entry) => entry.id === id)
  }

  /** Resolves when it is written. */
  set(key: string, entries: readonly StoredConversion[]): Promise<void> {
    this.#put(key, entries)
    return this.#file.write()
  }

  /** What the service answered is written soon, with all that it answers in the meantime. */
  setSoon(key: string, entries: readonly StoredConversion[]): void {
    this.#put(key, entries)
    this.#file.writeSoon()
  }

  use(key: string): void {
    if (this.#last === key) return
    this.#last = key
    this.#file.writeSoon()
  }

  /**
   * Where the connections point to now. What was kept before services were told apart belongs to the one that its
   * connection points to, and what was used last is shown as far as it is of that one.
   */
  know(keys: readonly string[]): void {
    for (const key of keys) {
      const former = this.#shelves.get(profileIn(key))
      const isAdopted = former !== undefined && key !== profileIn(key) && !this.#shelves.has(key)
      if (isAdopted) {
        this.#shelves.delete(profileIn(key))
        this.#shelves.set(key, former)
      }
      const wasLast = this.#last !== null && this.#last !== key && profileIn(this.#last) === profileIn(key)
      if (wasLast) this.#last = key
      if (isAdopted || wasLast) this.#file.writeSoon()
    }
  }

  /** The connection was deleted, with all that it ever pointed to. */
  forget(profileId: string): Promise<void> {
    const isOf = (key: string | null) => key !== null && profileIn(key) === profileId
    const gone = [...this.#shelves.keys()].filter(isOf)
    for (const key of gone) this.#shelves.delete(key)
    const wasLast = isOf(this.#last)
    if (wasLast) this.#last = null
    return gone.length > 0 || wasLast ? this.#file.write() : Promise.resolve()
  }

  clear(): Promise<void> {
    this.#shelves.clear()
    this.#last = null
    return this.#file.write()
  }

  /** Whatever is still to be written is. */
  dispose(): Promise<void> {
    return this.#file.dispose()
  }

  #put(key: string, entries: readonly StoredConversion[]): void {
    this.#shelves.set(key, { ...this.#shelves.get(key), entries })
  }
}

/** A file that a person has edited may have one twice. */
function onlyOnce(shelf: Shelf): Shelf {
  const all = new Map(shelf.entries.toReversed().map((entry) => [entry.id, entry]))
  return all.size === shelf.entries.length ? shelf : { ...shelf, entries: [...all.values()].toReversed() }
}

/** A newer file, as far as it means something here. */
function understood(reading: Reading<unknown>): Content {
  if (reading.state !== 'newer') return { profiles: {}, last: null }
  try {
    return v.parse(fileSchema, readable(reading.content).content)
  } catch {
    return { profiles: {}, last: null }
  }
}
