import { createHash } from 'node:crypto'
import path from 'node:path'
import type { RevisionGroup, StatementRow, StatementTable } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import type { GoneStatement } from '#shared/domain/records/statements/list'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from '../disk/disk'
import { readSmall } from '../disk/files'
import { onDisk } from '../disk/problem'
import type { Owner } from '../layout/layout'
import type { SettingsFile } from '../settings'
import type { ArchivedStatement } from '../store/scan'
import type { ArchiveStore } from '../store/store'
import { goneOf, isOfScope } from './gone'
import { revisionsOf } from './revisions'
import { rowsOf } from './rows'
import { readTable } from './table'

interface ViewPorts {
  readonly disk: Disk
  readonly store: () => ArchiveStore
  readonly settings: SettingsFile
  /** Counts up whenever rows may have changed. */
  readonly version: () => number
  /** A document that is shown is in memory as a whole. */
  readonly maxShownBytes: number
}

/** A statement as PDF has some hundred kilobytes; longer files are opened from their folder. */
export const usualMostShownBytes = 64 * 1024 * 1024

/** The connection and environment of the statements; null: all connections, or all environments. */
export interface Scope {
  readonly profileId: string | null
  readonly environment?: string | null | undefined
}

interface Kept {
  readonly version: number
  readonly rows: readonly StatementRow[]
  readonly byKey: ReadonlyMap<string, StatementRow>
}

/** Reads the archive; none of it needs a connection. */
export class ArchiveView {
  #kept: Kept | null = null

  constructor(private readonly ports: ViewPorts) {}

  all(): readonly StatementRow[] {
    return this.#now().rows
  }

  /** The statement of a connection with this ID, without reading the others again. */
  find({ environment, profile }: Owner, id: string): ArchivedStatement | null {
    const { store, settings } = this.ports
    const found = store().named(environment, profile.id, id)
    if (found.length === 0) return null
    const { verification } = settings.content
    const isOf = ({ place }: { readonly place: string }) =>
      found.some(({ key }) => place.startsWith(`${key}/`))
    const rows = rowsOf(found, verification && { ...verification, faults: verification.faults.filter(isOf) })
    // If there are two, the intact one counts.
    const good = rows.find(({ state }) => state === 'unaltered')
    return good ? store().statement(good.key) : null
  }

  #now(): Kept {
    const { store, settings, version } = this.ports
    if (this.#kept?.version !== version()) {
      const rows = rowsOf(store().index.statements, settings.content.verification)
      const byKey = new Map(rows.map((row) => [row.key, row]))
      this.#kept = { version: version(), rows, byKey }
    }
    return this.#kept
  }

  rows({ profileId, environment = null }: Scope): readonly StatementRow[] {
    return this.all().filter(
      (row) =>
        (profileId === null || row.profileId === profileId) &&
        (environment === null || row.environment === environment)
    )
  }

  /** Statements that were complete and cannot be read now. */
  gone(scope: Scope): readonly GoneStatement[] {
    const { gone, unread } = this.ports.store().index
    return goneOf([...gone, ...unread], this.all()).filter((one) => isOfScope(one, scope))
  }

  async revisions(key: string): Promise<RevisionGroup> {
    return revisionsOf(this.ports.disk, this.ports.store(), this.all(), this.#row(key))
  }

  async table(key: string, name: string): Promise<StatementTable> {
    const { totalAccrued } = this.#row(key)
    const file = this.#file(key, name)
    await this.#expectThere(file)
    return onDisk(path.dirname(file), () => readTable(this.ports.disk, file, { total: totalAccrued }))
  }

  /** The bytes of a file for the app's own viewer, only if they are those that were fetched. */
  async document(key: string, name: string): Promise<Buffer> {
    const { disk, maxShownBytes } = this.ports
    const file = this.#file(key, name)
    const known = this.#row(key).files.find((one) => one.name === name)!
    await this.#expectThere(file)
    return onDisk(path.dirname(file), async () => {
      if (known.bytes > maxShownBytes) {
        const megabytes = Math.floor(maxShownBytes / 1_048_576)
        throw fail('statements.too-long', archiveText.view.tooLong(name, megabytes))
      }
      const bytes = await readSmall(disk, file, maxShownBytes)
      // The digest of the bytes that are returned.
      if (createHash('sha256').update(bytes).digest('hex') === known.sha256) return bytes
      throw fail('statements.altered', archiveText.view.changed(name))
    })
  }

  /** A missing file in an archive that is there does not mean that the drive is detached. */
  async #expectThere(file: string): Promise<void> {
    const { disk, store } = this.ports
    const { root } = store()
    const isGone = await onDisk(
      root,
      async () => (await disk.kind(root)) === 'folder' && (await disk.kind(file)) === null
    )
    if (!isGone) return
    throw fail('statements.missing', archiveText.view.missing(path.basename(file)))
  }

  /** For the system's file manager. */
  folder(key: string | null): string {
    const store = this.ports.store()
    return key === null ? store.root : store.folder(this.#row(key).key)
  }

  #row(key: string): StatementRow {
    const row = this.#now().byKey.get(key)
    if (row) return row
    throw fail('statements.no-statement', archiveText.view.noStatement)
  }

  /** Paths come from the index, never from a window. */
  #file(key: string, name: string): string {
    const file = this.ports.store().file(this.#row(key).key, name)
    if (file !== null) return file
    throw fail('statements.no-file', archiveText.view.noFile)
  }
}
