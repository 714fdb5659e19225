import path from 'node:path'
import { fail, toProblem, type Problem } from '../../../shared/domain/problem'
import { partEnding } from '../disk/files'
import { onDisk } from '../disk/problem'
import type { DownloadPorts } from '../download/types'
import { ledgerName, lockName, markName, readmeName } from '../layout/place'
import { renewReadme } from '../layout/readme-care'
import { Ledger } from './ledger'
import { Lock, type LockPorts } from './lock'
import { openPlace } from './mark'
import { saveStatement, type SaveRequest } from './save'
import { folderOf, readStatement, scan, type ArchivedStatement, type Scan } from './scan'
import { recoverAll } from './settle'

export interface StorePorts extends DownloadPorts {
  readonly lock: Omit<LockPorts, 'disk' | 'clock'>
  /** The statements, the lock or what is wrong are other ones now. */
  readonly changed: () => void
  readonly warn: (what: string, problem: unknown) => void
}

export interface PlaceChoice {
  readonly root: string
  readonly id: string
  /** This archive was there before: where it is not, nothing is made. */
  readonly expected: boolean
}

/** What the folder holds, and what it should hold. */
export interface Index extends Scan {
  /** Complete once, and gone with its folder or its sidecar. */
  readonly gone: readonly string[]
}

const nothing: Scan = { statements: [], unread: [], unknown: [] }
const lockEvery = 15_000

/** One archive folder: its lock, its index, and the only way in which a statement gets into it. */
export class ArchiveStore {
  #lock: Lock
  #index: Index = { ...nothing, gone: [] }
  #byKey = new Map<string, ArchivedStatement>()
  #fault: Problem | null = null
  #readOnly: Problem | null = null
  #forgetRetry: (() => void) | null = null
  #closed = false
  /** Once it was there it is missed where it is not: nothing is made in its place. */
  #expected: { readonly id: string; readonly expected: boolean }
  #saving = 0
  readonly #scans = new Set<Set<string>>()
  readonly #ledger: Ledger

  constructor(
    private readonly ports: StorePorts,
    readonly place: PlaceChoice
  ) {
    this.#expected = place
    this.#ledger = new Ledger({
      disk: ports.disk,
      clock: ports.clock,
      root: place.root,
      writes: () => this.#lock.held,
      mayWrite: () => this.mayWrite(),
      warn: (sentence) => ports.warn('The list of the archive was not written', sentence)
    })
    this.#lock = new Lock(place.root, { ...ports.lock, disk: ports.disk, clock: ports.clock }, (problem) => {
      this.#readOnly = problem.problem
      this.#retryLater()
      ports.changed()
    })
  }

  get root(): string {
    return this.place.root
  }

  get index(): Index {
    return this.#index
  }

  /** Why there is nothing to be seen, or null. */
  get fault(): Problem | null {
    return this.#fault
  }

  /** Why nothing may be written now, though it can be read, or null. */
  get readOnly(): Problem | null {
    return this.#readOnly
  }

  statement(key: string): ArchivedStatement | null {
    return this.#byKey.get(key) ?? null
  }

  /** Never fails: what is wrong is told by `fault` and `readOnly`. Called again to look anew. Returns the id found. */
  async open(): Promise<string | null> {
    const { disk } = this.ports
    try {
      const id = await openPlace(disk, this.root, this.#expected)
      this.#expected = { id, expected: true }
      this.#fault = null
      const before = this.#lock.held
      await this.#takeLock()
      // What is being saved at this moment is no debris.
      if (!before && this.#lock.held && this.#saving === 0) await this.#clean()
      if (!before && this.#lock.held) await this.#renewReadme()
      await this.#readLedger()
      await this.rebuild()
      return id
    } catch (thrown) {
      this.#fault = toProblem(thrown)
      this.#use(nothing)
      this.#retryLater()
      return null
    }
  }

  /** The index anew from the folder. */
  async rebuild(signal?: AbortSignal): Promise<void> {
    const touched = new Set<string>()
    this.#scans.add(touched)
    try {
      this.#use(await onDisk(this.root, () => scan(this.ports.disk, this.root, signal)))
    } finally {
      this.#scans.delete(touched)
    }
    // What was saved while we looked may not have been seen.
    for (const key of touched) await this.refresh(key)
    this.#ledger.noteAll(this.#index.statements)
    this.#use(this.#index)
  }

  async save(request: SaveRequest): Promise<ArchivedStatement> {
    this.#saving += 1
    try {
      const ports = { ...this.ports, root: this.root, mayWrite: () => this.mayWrite() }
      const saved = await saveStatement(ports, request)
      await this.refresh(saved.key)
      const known = this.statement(saved.key)
      if (known) this.#ledger.note([known])
      return known ?? saved
    } finally {
      this.#saving -= 1
    }
  }

  /** What the folder of one statement holds now. */
  async refresh(key: string): Promise<void> {
    for (const touched of this.#scans) touched.add(key)
    const found = await onDisk(this.root, () => readStatement(this.ports.disk, this.root, key))
    const statements = this.#index.statements.filter((one) => one.key !== key)
    const unknown = this.#index.unknown.filter((place) => !place.startsWith(`${key}/`))
    this.#use({
      statements: found.statement ? [...statements, found.statement] : statements,
      unread: this.#index.unread.filter((one) => one !== key),
      unknown: [...unknown, ...found.unknown]
    })
  }

  async mayWrite(): Promise<void> {
    if (this.#fault) throw fail(this.#fault.code, this.#fault.sentence)
    if (!this.#lock.held && this.#readOnly) throw fail(this.#readOnly.code, this.#readOnly.sentence)
    await this.#lock.check()
  }

  folder(key: string): string {
    return folderOf(this.root, key)
  }

  file(key: string, name: string): string | null {
    const found = this.statement(key)?.sidecar.files.find((file) => file.name === name)
    return found ? path.join(this.folder(key), found.name) : null
  }

  /** What `sha256sum -c` reads, of these statements. */
  sums(keys: Iterable<string>): string {
    return this.#ledger.text(keys)
  }

  /** Everything that is known of the archive stands in it. */
  async written(): Promise<void> {
    await this.#ledger.write()
  }

  /** Somebody says that these were removed on purpose. */
  async forgetGone(): Promise<void> {
    await this.mayWrite()
    await this.#ledger.forget(this.#index.gone)
    this.#use(this.#index)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#forgetRetry?.()
    if (this.#lock.held) await this.written().catch(() => {})
    this.#ledger.close()
    await this.#lock.release()
  }

  async #takeLock(): Promise<void> {
    try {
      await this.#lock.take()
      this.#readOnly = null
    } catch (thrown) {
      this.#readOnly = toProblem(thrown)
      this.#retryLater()
    }
  }

  /** A drive comes back, the other instance ends: nobody should have to ask again. */
  #retryLater(): void {
    if (this.#closed) return
    this.#forgetRetry?.()
    this.#forgetRetry = this.ports.clock.later(lockEvery, () => {
      this.#forgetRetry = null
      if (!this.#closed) void this.open().then(() => this.ports.changed())
    })
  }

  async #clean(): Promise<void> {
    const { disk } = this.ports
    await onDisk(this.root, async () => {
      for (const { name, kind } of await disk.list(this.root)) {
        const own = [lockName, markName, readmeName, ledgerName].some((one) => name.startsWith(`${one}.`))
        if (kind === 'file' && own && name.endsWith(partEnding)) await disk.remove(path.join(this.root, name))
      }
      await recoverAll(disk, this.root)
    })
  }

  /** It explains what is there today; without it nothing is lost. */
  async #renewReadme(): Promise<void> {
    const { disk, warn } = this.ports
    await onDisk(this.root, () => renewReadme(disk, this.root)).catch((thrown: unknown) =>
      warn('The README of the archive was not renewed', thrown)
    )
  }

  /** Without it everything can be read; what is gone is not known then. */
  async #readLedger(): Promise<void> {
    await this.#ledger
      .read()
      .catch((thrown: unknown) => this.ports.warn('The list of the archive was not read', thrown))
  }

  #use(found: Scan): void {
    this.#byKey = new Map(found.statements.map((statement) => [statement.key, statement]))
    const unread = new Set(found.unread)
    const gone = this.#ledger.gone(found.statements).filter((key) => !unread.has(key))
    this.#index = { ...found, gone }
    this.ports.changed()
  }
}
