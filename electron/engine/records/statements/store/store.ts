import path from 'node:path'
import type { Problem } from '#shared/domain/base/problem'
import { onDisk } from '../disk/problem'
import type { ArchiveProvenance, Provenance } from '../compare/provenance'
import type { DownloadPorts } from '../download/types'
import { renewReadme } from '../layout/readme-care'
import { Access } from './access'
import { FolderIndex } from './folder-index'
import type { Index, StatementIndex } from './statement-index'
import { Ledger } from './ledger'
import { memoryCheckpoint, type ListCheckpoint } from './list-checkpoint'
import type { LockPorts } from './lock'
import { openLocation } from './mark'
import { removalNotes, Removals } from './removals'
import { saveStatement, type SaveRequest } from './save'
import { folderOf, type ArchivedStatement } from './scan'
import { recoverArchive } from './commit'

export interface StorePorts extends DownloadPorts {
  readonly lock: Omit<LockPorts, 'disk' | 'clock'>
  /** The lock, a fault, or all statements. */
  readonly changed: () => void
  /** One statement changed; many may follow. */
  readonly grew?: () => void
  /** The drive is back, or no other instance is writing. */
  readonly recovered?: () => void
  readonly warn: (what: string, problem: unknown) => void
  /** Outlives the app; without it the list is only checked while the app runs. */
  readonly checkpoint?: ListCheckpoint
  /** Which records this computer fetched itself. */
  readonly provenance?: Provenance
  /** The statement was fetched again, so earlier faults no longer apply. */
  readonly renewed?: (key: string) => void
}

interface ArchiveLocation {
  readonly root: string
  readonly id: string
  /** This archive existed before: where it is missing, none is created. */
  readonly expected: boolean
}

const nothing = { statements: [], unread: [], unknown: [] }

/** One archive folder: its lock, its index, and the only way to save a statement in it. */
export class ArchiveStore {
  readonly #access: Access
  #expected: { readonly id: string; readonly expected: boolean }
  #saving = 0
  readonly #ledger: Ledger
  readonly #removals: Removals
  /** Keys that only the second copy has. */
  #elsewhere: readonly string[] = []
  readonly provenance: ArchiveProvenance | null
  readonly #folder: FolderIndex
  readonly #statements: StatementIndex

  constructor(
    private readonly ports: StorePorts,
    readonly place: ArchiveLocation
  ) {
    const { disk, clock } = ports
    const { root } = place
    const mayWrite = () => this.mayWrite()
    this.#expected = place
    this.provenance = ports.provenance?.of(() => this.#expected.id) ?? null
    this.#ledger = new Ledger({
      disk,
      clock,
      root,
      id: () => this.#expected.id,
      checkpoint: ports.checkpoint ?? memoryCheckpoint(),
      writes: () => this.#access.isLocked,
      mayWrite,
      warn: (sentence) => ports.warn('The list of the archive was not written', sentence)
    })
    this.#folder = new FolderIndex({
      disk,
      root,
      judge: (statement) => this.#judge(statement),
      missed: (there) => this.#missed(there),
      refreshed: ports.grew ?? ports.changed
    })
    this.#statements = this.#folder.statements
    this.#removals = new Removals({ disk, clock, root, mayWrite })
    this.#access = new Access({
      root,
      lock: { ...ports.lock, disk, clock },
      isThere: () =>
        openLocation(disk, root, this.#expected).then(
          () => true,
          () => false
        ),
      open: () => this.open(),
      changed: ports.changed
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

  /** Statements that were complete and cannot be read now. */
  missing(max: number) {
    return this.#statements.missing(max)
  }

  /** Why nothing can be read, or null. */
  get fault(): Problem | null {
    return this.#access.fault
  }

  /** Why nothing can be written though it can be read, or null. */
  get readOnly(): Problem | null {
    return this.#access.readOnly
  }

  statement(key: string): ArchivedStatement | null {
    return this.#statements.at(key)
  }

  /** One ID may be in the archive twice. */
  named(environment: string, profileId: string, id: string): readonly ArchivedStatement[] {
    return this.#statements.named(environment, profileId, id)
  }

  /** Never fails: see `fault` and `readOnly`. Can be called again; returns the ID of the archive. */
  async open(): Promise<string | null> {
    const { disk } = this.ports
    try {
      const wasHindered = this.fault !== null || this.readOnly !== null
      const id = await openLocation(disk, this.root, this.#expected)
      this.#expected = { id, expected: true }
      await this.#access.take()
      if (this.#access.isLocked && this.#access.isNew) await this.#tidy()
      // Without the list everything can be read, but a statement that is gone is not known.
      await this.#ledger
        .read()
        .catch((thrown: unknown) => this.ports.warn('The list of the archive was not read', thrown))
      this.provenance?.begin(this.#ledger.isConfirmed ? this.#ledger.content.lines : null)
      await this.rebuild()
      if (wasHindered && this.#access.isLocked) this.ports.recovered?.()
      return id
    } catch (thrown) {
      this.#access.failed(thrown)
      this.#statements.replace(nothing)
      this.ports.changed()
      return null
    }
  }

  /** Reads the index from the folder again. */
  async rebuild(signal?: AbortSignal): Promise<void> {
    await this.#folder.rebuild((statements) => this.#ledger.adopt(statements), signal)
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

  /** The statement is intact: lists it and reads it again. */
  async renew(statement: ArchivedStatement): Promise<void> {
    this.#ledger.note([statement])
    this.ports.renewed?.(statement.key)
    await this.refresh(statement.key)
  }

  get list(): Ledger {
    return this.#ledger
  }

  /** Keys that the second copy has. */
  lieElsewhere(keys: readonly string[]): void {
    if (keys.join('\n') === this.#elsewhere.join('\n')) return
    this.#elsewhere = keys
    this.#statements.seekLost()
    this.ports.changed()
  }

  /** A person accepts the current list. */
  async acceptList(): Promise<void> {
    await this.mayWrite()
    // Without the disagreements with the list.
    const found = await this.#folder.scan()
    await this.#ledger.accept(found.statements)
    this.#folder.replace(found)
    this.ports.changed()
  }

  /** Reads one statement from its folder again. */
  refresh(key: string): Promise<void> {
    return this.#folder.refresh(key)
  }

  mayWrite(): Promise<void> {
    return this.#access.mayWrite()
  }

  folder(key: string): string {
    return folderOf(this.root, key)
  }

  file(key: string, name: string): string | null {
    const found = this.statement(key)?.sidecar.files.find((file) => file.name === name)
    return found ? path.join(this.folder(key), found.name) : null
  }

  /** Resolves when the list is written. */
  async written(): Promise<void> {
    await this.#ledger.write()
  }

  /** A person says that the missing statements were removed on purpose. */
  async acceptRemoval(): Promise<void> {
    await this.mayWrite()
    const { gone } = this.index
    await this.noteRemoval(removalNotes.removed, gone)
    await this.#ledger.remove(gone)
    this.#statements.seekLost()
    this.ports.changed()
  }

  /** Recorded in the archive for a later audit. */
  noteRemoval(what: string, names: readonly string[]): Promise<void> {
    return this.#removals.note(what, names)
  }

  async dispose(): Promise<void> {
    this.#access.stop()
    if (this.#access.isLocked) await this.written().catch(() => {})
    this.#ledger.dispose()
    await this.#access.release()
  }

  /** Compares it with the list and with the provenance. */
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

  async #tidy(): Promise<void> {
    const { disk, warn } = this.ports
    this.#access.isNew = false
    // A statement that is being saved at this moment is not a leftover.
    if (this.#saving === 0) await onDisk(this.root, () => recoverArchive(disk, this.root))
    await onDisk(this.root, () => renewReadme(disk, this.root)).catch((thrown: unknown) =>
      warn('The README of the archive was not renewed', thrown)
    )
  }
}
