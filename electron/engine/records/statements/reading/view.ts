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
  /** Another number whenever rows may be other ones. */
  readonly version: () => number
  /** Of a document that is shown: it is in memory as a whole. */
  readonly maxShownBytes: number
}

/** A statement as PDF has some hundred kilobytes. What is longer is opened from its folder. */
export const usualMostShownBytes = 64 * 1024 * 1024

/** Whose statements; null: of all connections, or of all environments. */
export interface Scope {
  readonly profileId: string | null
  readonly environment?: string | null | undefined
}

interface Kept {
  readonly version: number
  readonly rows: readonly StatementRow[]
  readonly byKey: ReadonlyMap<string, StatementRow>
}

/** All that is read from the archive; none of it needs a connection. */
export class ArchiveView {
  #kept: Kept | null = null

  constructor(private readonly ports: ViewPorts) {}

  all(): readonly StatementRow[] {
    return this.#now().rows
  }

  /** What a connection has under this id, judged alone: between two savings nothing else is read anew. */
  find({ environment, profile }: Owner, id: string): ArchivedStatement | null {
    const { store, settings } = this.ports
    const found = store().named(environment, profile.id, id)
    if (found.length === 0) return null
    const { verification } = settings.content
    const isOf = ({ place }: { readonly place: string }) =>
      found.some(({ key }) => place.startsWith(`${key}/`))
    const rows = rowsOf(found, verification && { ...verification, faults: verification.faults.filter(isOf) })
    // Where one lies there twice, the good one stands for it.
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

  /** Complete once, and not to be read now. */
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
      // Of what is handed out, and not of what was there a moment before.
      if (createHash('sha256').update(bytes).digest('hex') === known.sha256) return bytes
      throw fail('statements.altered', archiveText.view.changed(name))
    })
  }

  /** One file that is gone from an archive that is there is no drive that was taken out. */
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

  /** Only what the index knows has a path: nothing that a window sends becomes one. */
  #file(key: string, name: string): string {
    const file = this.ports.store().file(this.#row(key).key, name)
    if (file !== null) return file
    throw fail('statements.no-file', archiveText.view.noFile)
  }
}
