import path from 'node:path'
import { toProblem } from '../../../shared/domain/problem'
import type { Clock } from '../../clock'
import type { Disk } from '../disk/disk'
import { readSmall, replaceFile } from '../disk/files'
import { onDisk } from '../disk/problem'
import { ledgerName, sidecarName, statementLevel } from '../layout/place'
import type { ArchivedStatement } from './scan'

export interface LedgerPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly root: string
  /** Whether this instance writes here at all. */
  readonly writes: () => boolean
  /** Fails where it may not write any more. */
  readonly mayWrite: () => Promise<void>
  readonly warn: (sentence: string) => void
}

/** Of many statements that come one after the other not each is a writing of the whole file. */
const writeWithin = 2000
const mostBytes = 256 * 1024 * 1024
const anyConnection = (key: string) => key.split('/').with(1, '').join('/')
const line = /^([0-9a-f]{64}) [ *](.+)$/

/**
 * `SHA256SUMS`: every file of every complete statement, as `sha256sum -c` reads it. The index is made of the folder
 * alone, and a folder that is gone tells nobody: what stands here and lies nowhere is missing.
 */
export class Ledger {
  /** By the keys of the statements: their lines. */
  #lines = new Map<string, string>()
  #dirty = false
  #forgetWriting: (() => void) | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(private readonly ports: LedgerPorts) {}

  get keys(): Iterable<string> {
    return this.#lines.keys()
  }

  /** What was complete and is neither there nor, by its own record, in another folder. */
  gone(there: readonly ArchivedStatement[]): readonly string[] {
    const found = new Set(
      there.flatMap(({ key, belongs }) => (belongs === undefined ? [key] : [key, belongs]))
    )
    return [...this.#lines.keys()].filter((key) => !found.has(key)).sort()
  }

  /** As it stands in a file, of these statements. */
  text(keys: Iterable<string>): string {
    const lines = [...keys].sort().map((key) => this.#lines.get(key))
    return lines.map((each) => (each === undefined ? '' : `${each}\n`)).join('')
  }

  /** What stands in the file is known from here on. */
  async read(): Promise<void> {
    const { disk, root } = this.ports
    const file = path.join(root, ledgerName)
    const size = await onDisk(root, () => disk.size(file))
    if (size === null) {
      this.#dirty = true
      return
    }
    const text = (await onDisk(root, () => readSmall(disk, file, mostBytes))).toString('utf8')
    const found = new Map<string, string[]>()
    for (const each of text.split('\n')) {
      const place = line.exec(each)?.[2]
      const end = place?.lastIndexOf('/') ?? -1
      if (place === undefined || end < 0) continue
      const key = place.slice(0, end)
      if (key.split('/').length !== statementLevel) continue
      const known = found.get(key)
      if (known) known.push(each)
      else found.set(key, [each])
    }
    // What was noted here and is not written yet is newer.
    const newer = this.#dirty ? this.#lines : []
    this.#lines = new Map([...found].map(([key, lines]) => [key, lines.join('\n')]))
    for (const [key, lines] of newer) this.#lines.set(key, lines)
    // What means nothing in it is not kept.
    this.#dirty = this.text(this.keys) !== text
  }

  /** All that is there. A folder of a connection that people call otherwise now has its statements still. */
  noteAll(statements: readonly ArchivedStatement[]): void {
    const fresh = new Set(statements.flatMap(({ key }) => (this.#lines.has(key) ? [] : [anyConnection(key)])))
    for (const key of this.gone(statements)) {
      if (fresh.has(anyConnection(key)) && this.#lines.delete(key)) this.#dirty = true
    }
    this.note(statements)
  }

  /** Complete in the archive: from now on it is missed where it is not there. */
  note(statements: Iterable<ArchivedStatement>): void {
    for (const { key, sidecar, faults, sha256 } of statements) {
      if (faults.length > 0 || sha256 === undefined) continue
      const named = [...sidecar.files, { name: sidecarName, sha256 }]
      const lines = named.map((file) => `${file.sha256}  ${key}/${file.name}`).join('\n')
      if (this.#lines.get(key) === lines) continue
      this.#lines.set(key, lines)
      this.#dirty = true
    }
    if (this.#dirty && this.ports.writes()) this.#writeLater()
  }

  /** Somebody says that these are gone for good. */
  async forget(keys: Iterable<string>): Promise<void> {
    for (const key of keys) if (this.#lines.delete(key)) this.#dirty = true
    await this.write()
  }

  /** What is not written yet; a kill before it costs nothing, for the next start notes what it finds. */
  async write(): Promise<void> {
    this.#forgetWriting?.()
    this.#forgetWriting = null
    const before = this.#writing
    const now = before.catch(() => {}).then(() => this.#write())
    this.#writing = now
    await now
  }

  close(): void {
    this.#forgetWriting?.()
    this.#forgetWriting = null
  }

  #writeLater(): void {
    this.#forgetWriting ??= this.ports.clock.later(writeWithin, () => {
      this.#forgetWriting = null
      this.write().catch((thrown: unknown) => this.ports.warn(toProblem(thrown).sentence))
    })
  }

  async #write(): Promise<void> {
    if (!this.#dirty) return
    const { disk, root, mayWrite } = this.ports
    await mayWrite()
    this.#dirty = false
    try {
      await onDisk(root, () => replaceFile(disk, path.join(root, ledgerName), this.text(this.keys)))
    } catch (thrown) {
      this.#dirty = true
      throw thrown
    }
  }
}
