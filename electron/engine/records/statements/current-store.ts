import { randomUUID } from 'node:crypto'
import { archiveText } from '#shared/messages/archive'
import type { Opening } from './opening'
import type { SettingsFile } from './settings'
import type { LockPorts } from './store/lock'
import type { KnownList } from './store/list-checkpoint'
import { ArchiveStore, type StorePorts } from './store/store'
import type { ChangeNotifier } from './change-notifier'

interface CurrentStorePorts extends Omit<StorePorts, 'lock' | 'changed' | 'grew'> {
  readonly lock: Omit<LockPorts, 'disk' | 'clock' | 'machine'>
  readonly settings: SettingsFile
  readonly changes: ChangeNotifier
  readonly opening: Opening
  /** The folder of the archive until a person moves it. */
  readonly usualRoot: string
}

/** The archive folder in use: opens it, reads it again, and exchanges it for another. */
export class CurrentStore {
  #store: ArchiveStore

  constructor(private readonly ports: CurrentStorePorts) {
    const { root, id } = ports.settings.content
    this.#store = this.#at(root ?? ports.usualRoot, id)
  }

  get now(): ArchiveStore {
    return this.#store
  }

  async open(): Promise<void> {
    const { settings, changes, warn } = this.ports
    const id = await this.#store.open()
    if (id === null || id === settings.content.id) return
    await settings.change({ id }).catch((problem: unknown) => {
      warn('The archive settings were not written', problem)
      changes.note(archiveText.settings.notSaved)
    })
  }

  /** Reads the index from the folder again. */
  async rebuild(): Promise<void> {
    await this.open()
    this.ports.changes.rowsChanged()
  }

  /** Recorded in the archive, or in the log where the archive is read-only. */
  async noteRemoval(what: string, names: readonly string[]): Promise<void> {
    await this.#store
      .noteRemoval(what, names)
      .catch((problem: unknown) => this.ports.warn(`Not noted in the archive: ${what}`, problem))
  }

  async exchange(root: string, id: string | null): Promise<void> {
    await this.#store.dispose()
    this.#store = this.#at(root, id)
    await this.ports.opening.during(() => this.open())
  }

  #at(root: string, id: string | null): ArchiveStore {
    const { settings, changes, usualRoot: _usualRoot, opening: _opening, ...ports } = this.ports
    const lock = { ...ports.lock, machine: settings.content.machine }
    const checkpoint = {
      known: (of: string) => {
        const { list } = settings.content
        return list?.id === of ? list : null
      },
      keep: (of: string, known: KnownList) => settings.change({ list: { id: of, ...known } })
    }
    const place = { root, id: id ?? randomUUID(), expected: id !== null }
    return new ArchiveStore(
      {
        ...ports,
        lock,
        checkpoint,
        renewed: (key) => this.#renewed(key),
        changed: changes.rowsChanged,
        grew: changes.grew
      },
      place
    )
  }

  /** Earlier faults do not apply to a statement that was fetched again. */
  #renewed(key: string): void {
    const { settings } = this.ports
    const { verification } = settings.content
    const faults = verification?.faults.filter(({ place }) => !place.startsWith(`${key}/`))
    if (!verification || !faults || faults.length === verification.faults.length) return
    settings.change({ verification: { ...verification, faults } }).catch(() => {})
  }
}
