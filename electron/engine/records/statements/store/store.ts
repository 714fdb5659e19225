import path from 'node:path'
import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import { partEnding } from '../disk/files'
import { onDisk } from '../disk/problem'
import type { ArchiveProvenance, Provenance } from '../compare/provenance'
import type { DownloadPorts } from '../download/types'
import { ledgerName, lockName, markName, readmeName, removalsName } from '../layout/layout'
import { renewReadme } from '../layout/readme-care'
import { StatementIndex, type Index } from './statement-index'
import { Ledger } from './ledger'
import { memoryCheckpoint, type ListCheckpoint } from './list-checkpoint'
import { Lock, type LockPorts } from './lock'
import { openLocation } from './mark'
import { removalNotes, Removals } from './removals'
import { saveStatement, type SaveRequest } from './save'
import { folderOf, readStatement, scan, type ArchivedStatement, type Scan } from './scan'
import { recoverAll } from './commit'

export interface StorePorts extends DownloadPorts {
  readonly lock: Omit<LockPorts, 'disk' | 'clock'>
  /** The lock, what is wrong, or all of the statements are other ones now. */
  readonly changed: () => void
  /** One statement is another one, of many that may follow. */
  readonly grew?: () => void
  /** What hindered it has ended by itself: the drive is back, or nobody else writes any more. */
  readonly recovered?: () => void
  readonly warn: (what: string, problem: unknown) => void
  /** What is known of the archive's list from outside; without it, for as long as the app runs. */
  readonly witness?: ListCheckpoint
  /** Which records this computer fetched itself. */
  readonly provenance?: Provenance
  /** The statement of this key came anew: what was found wrong with the old one is past. */
  readonly renewed?: (key: string) => void
}

interface ArchiveLocation {
  readonly root: string
  readonly id: string
  /** This archive was there before: where it is not, nothing is made. */
  readonly expected: boolean
}

export type { Index } from './statement-index'

const nothing = { statements: [], unread: [], unknown: [] }
const lockEvery = 15_000

/** One archive folder: its lock, its index, and the only way in which a statement gets into it. */
export class ArchiveStore {
  #lock: Lock
  #fault: Problem | null = null
  #readOnly: Problem | null = null
  #forgetRetry: (() => void) | null = null
  #closed = false
  /** Once it was there it is missed where it is not: nothing is made in its place. */
  #expected: { readonly id: string; readonly expected: boolean }
  #saving = 0
  /** The lock was taken, and what another one left was not looked at yet. */
  #isNew = false
  readonly #scans = new Set<Set<string>>()
  readonly #ledger: Ledger
  readonly #removals: Removals
  /** What the second copy alone has. */
  #elsewhere: readonly string[] = []
  readonly provenance: ArchiveProvenance | null
  readonly #statements = new StatementIndex((there) => this.#missed(there))

  constructor(
    private readonly ports: StorePorts,
    readonly place: ArchiveLocation
  ) {
    this.#expected = place
    this.provenance = ports.provenance?.of(() => this.#expected.id) ?? null
    this.#ledger = new Ledger({
      disk: ports.disk,
      clock: ports.clock,
      root: place.root,
      id: () => this.#expected.id,
      witness: ports.witness ?? memoryCheckpoint(),
      writes: () => this.#lock.held,
      mayWrite: () => this.mayWrite(),
      warn: (sentence) => ports.warn('The list of the archive was not written', sentence)
    })
    const mayWrite = () => this.mayWrite()
    this.#removals = new Removals({ disk: ports.disk, clock: ports.clock, root: place.root, mayWrite })
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
    return this.#statements.index
  }

  get size() {
    return this.#statements.size
  }

  /** Complete once and not to be read now. */
  missing(max: number) {
    return this.#statements.missing(max)
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
    return this.#statements.at(key)
  }

  /** As a connection knows it; it may lie there twice. */
  named(environment: string, profileId: string, id: string): readonly ArchivedStatement[] {
    return this.#statements.named(environment, profileId, id)
  }

  /** Never fails: what is wrong is told by `fault` and `readOnly`. Called again to look anew. Returns the id found. */
  async open(): Promise<string | null> {
    const { disk } = this.ports
    try {
      const wasHindered = this.#fault !== null || this.#readOnly !== null
      const id = await openLocation(disk, this.root, this.#expected)
      this.#expected = { id, expected: true }
      this.#fault = null
      await this.#takeLock()
      if (this.#lock.held && this.#isNew) await this.#tidy()
      await this.#readLedger()
      this.provenance?.begin(this.#ledger.isConfirmed ? this.#ledger.content.lines : null)
      await this.rebuild()
      if (wasHindered && this.#lock.held) this.ports.recovered?.()
      return id
    } catch (thrown) {
      this.#fault = toProblem(thrown)
      this.#statements.replace(nothing)
      this.ports.changed()
      this.#retryLater()
      return null
    }
  }

  /** The index anew from the folder. */
  async rebuild(signal?: AbortSignal): Promise<void> {
    const touched = new Set<string>()
    this.#scans.add(touched)
    try {
      const found = await onDisk(this.root, () => scan(this.ports.disk, this.root, signal))
      this.#ledger.adopt(found.statements)
      this.#replace(found)
    } finally {
      this.#scans.delete(touched)
    }
    // What was saved while we looked may not have been seen.
    for (const key of touched) await this.refresh(key)
    this.ports.changed()
  }

  async save(request: SaveRequest): Promise<ArchivedStatement> {
    this.#saving += 1
    try {
      const list = this.#ledger
      const saved = await saveStatement(
        {
          ...this.ports,
          root: this.root,
          mayWrite: () => this.mayWrite(),
          expected: (key) => list.expected(key),
          judge: (statement) => this.#judge(statement),
          expect: async (key, sha256) => {
            await list.expect(key, sha256)
            await this.provenance?.expect(key, sha256)
          }
        },
        request
      )
      if (saved.sha256) this.provenance?.fetched(saved.key, saved.sha256)
      await this.renew(saved)
      return this.statement(saved.key) ?? saved
    } finally {
      this.#saving -= 1
    }
  }

  /** It is there as it should be from now on, and the archive's list says so. */
  async renew(statement: ArchivedStatement): Promise<void> {
    this.#ledger.note([statement])
    this.ports.renewed?.(statement.key)
    await this.refresh(statement.key)
  }

  get list(): Ledger {
    return this.#ledger
  }

  /** What the second copy names, and this archive perhaps not. */
  lieElsewhere(keys: readonly string[]): void {
    if (keys.join('\n') === this.#elsewhere.join('\n')) return
    this.#elsewhere = keys
    this.#statements.seekLost()
    this.ports.changed()
  }

  /** Somebody says that the archive's list is right as it is. */
  async acceptList(): Promise<void> {
    await this.mayWrite()
    // What is against the list alone is not held against it any more.
    const found = await onDisk(this.root, () => scan(this.ports.disk, this.root))
    await this.#ledger.accept(found.statements)
    this.#replace(found)
    this.ports.changed()
  }

  /** What the folder of one statement holds now. */
  async refresh(key: string): Promise<void> {
    for (const touched of this.#scans) touched.add(key)
    const found = await onDisk(this.root, () => readStatement(this.ports.disk, this.root, key))
    this.#statements.put(key, { ...found, statement: found.statement && this.#judge(found.statement) })
    const { grew, changed } = this.ports
    if (grew) grew()
    else changed()
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

  /** Everything that is known of the archive stands in it. */
  async written(): Promise<void> {
    await this.#ledger.write()
  }

  /** Somebody says that these were removed on purpose. */
  async acceptRemoval(): Promise<void> {
    await this.mayWrite()
    const { gone } = this.index
    await this.noteRemoval(removalNotes.removed, gone)
    await this.#ledger.forget(gone)
    this.#statements.seekLost()
    this.ports.changed()
  }

  /** What was let go stands in the archive, for whoever looks through it later. */
  noteRemoval(what: string, names: readonly string[]): Promise<void> {
    return this.#removals.note(what, names)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#forgetRetry?.()
    if (this.#lock.held) await this.written().catch(() => {})
    this.#ledger.close()
    await this.#lock.release()
  }

  #replace({ statements, ...others }: Scan): void {
    this.#statements.replace({ ...others, statements: statements.map((one) => this.#judge(one)) })
  }

  /** Held against the list, and against what is known outside of the archive. */
  #judge(statement: ArchivedStatement): ArchivedStatement {
    const judged = this.#ledger.judge(statement)
    return this.provenance?.judge(judged) ?? judged
  }

  #missed(there: readonly ArchivedStatement[]): readonly string[] {
    const own = this.#ledger.gone(there)
    if (this.#elsewhere.length === 0) return own
    const found = new Set(there.flatMap(({ key, belongs }) => [key, belongs ?? key]))
    const { removed } = this.#ledger.content
    const others = this.#elsewhere.filter((key) => !found.has(key) && !removed.has(key))
    return [...new Set([...own, ...others])].sort()
  }

  async #takeLock(): Promise<void> {
    try {
      const before = this.#lock.held
      await this.#lock.take()
      this.#isNew ||= !before
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
      if (!this.#closed) void this.#retry()
    })
  }

  /** Where another one writes, the lock alone is asked for: a slow drive is not read through every time. */
  async #retry(): Promise<void> {
    const before = this.#readOnly
    if (this.#fault === null && before !== null && (await this.#isThere())) {
      await this.#takeLock()
      if (this.#readOnly?.code === before.code) {
        if (this.#readOnly.sentence !== before.sentence) this.ports.changed()
        return
      }
    }
    await this.open()
  }

  /** An empty place where the drive was gets no lock. */
  #isThere(): Promise<boolean> {
    return openLocation(this.ports.disk, this.root, this.#expected).then(
      () => true,
      () => false
    )
  }

  async #tidy(): Promise<void> {
    this.#isNew = false
    // What is being saved at this moment is no debris.
    if (this.#saving === 0) await this.#clean()
    await this.#renewReadme()
  }

  async #clean(): Promise<void> {
    const { disk } = this.ports
    await onDisk(this.root, async () => {
      for (const { name, kind } of await disk.list(this.root)) {
        const own = [lockName, markName, readmeName, ledgerName, removalsName].some((one) =>
          name.startsWith(`${one}.`)
        )
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
}
