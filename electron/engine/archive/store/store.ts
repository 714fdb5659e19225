import path from 'node:path'
import { fail, toProblem, type Problem } from '../../../shared/domain/problem'
import { partEnding } from '../disk/files'
import { onDisk } from '../disk/problem'
import type { DownloadPorts } from '../download/types'
import { lockName, markName, readmeName } from '../layout/place'
import { Lock, type LockPorts } from './lock'
import { openPlace } from './mark'
import { saveStatement, type SaveRequest } from './save'
import { folderOf, readStatement, scan, type ArchivedStatement, type Scan } from './scan'
import { recoverAll } from './settle'

export interface StorePorts extends DownloadPorts {
  readonly lock: Omit<LockPorts, 'disk' | 'clock'>
  /** The statements, the lock or what is wrong are other ones now. */
  readonly changed: () => void
}

export interface PlaceChoice {
  readonly root: string
  readonly id: string
  /** This archive was there before: where it is not, nothing is made. */
  readonly expected: boolean
}

const nothing: Scan = { statements: [], unread: [], unknown: [] }
const lockEvery = 15_000

/** One archive folder: its lock, its index, and the only way in which a statement gets into it. */
export class ArchiveStore {
  #lock: Lock
  #scan: Scan = nothing
  #byKey = new Map<string, ArchivedStatement>()
  #fault: Problem | null = null
  #readOnly: Problem | null = null
  #forgetRetry: (() => void) | null = null
  #closed = false
  #saving = 0
  readonly #scans = new Set<Set<string>>()

  constructor(
    private readonly ports: StorePorts,
    readonly place: PlaceChoice
  ) {
    this.#lock = new Lock(place.root, { ...ports.lock, disk: ports.disk, clock: ports.clock }, (problem) => {
      this.#readOnly = problem.problem
      this.#retryLater()
      ports.changed()
    })
  }

  get root(): string {
    return this.place.root
  }

  get index(): Scan {
    return this.#scan
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
      const id = await openPlace(disk, this.root, this.place)
      this.#fault = null
      const before = this.#lock.held
      await this.#takeLock()
      // What is being saved at this moment is no debris.
      if (!before && this.#lock.held && this.#saving === 0) await this.#clean()
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
  }

  async save(request: SaveRequest): Promise<ArchivedStatement> {
    const saved = await saveStatement(
      { ...this.ports, root: this.root, mayWrite: () => this.mayWrite() },
      request
    )
    await this.refresh(saved.key)
    return this.statement(saved.key) ?? saved
  }

  /** What the folder of one statement holds now. */
  async refresh(key: string): Promise<void> {
    for (const touched of this.#scans) touched.add(key)
    const found = await onDisk(this.root, () => readStatement(this.ports.disk, this.root, key))
    const statements = this.#scan.statements.filter((one) => one.key !== key)
    const unknown = this.#scan.unknown.filter((place) => !place.startsWith(`${key}/`))
    this.#use({
      statements: found.statement ? [...statements, found.statement] : statements,
      unread: this.#scan.unread.filter((one) => one !== key),
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

  async close(): Promise<void> {
    this.#closed = true
    this.#forgetRetry?.()
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
        const own = [lockName, markName, readmeName].some((one) => name.startsWith(`${one}.`))
        if (kind === 'file' && own && name.endsWith(partEnding)) await disk.remove(path.join(this.root, name))
      }
      await recoverAll(disk, this.root)
    })
  }

  #use(found: Scan): void {
    this.#scan = found
    this.#byKey = new Map(found.statements.map((statement) => [statement.key, statement]))
    this.ports.changed()
  }
}
