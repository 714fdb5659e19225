import { randomUUID } from 'node:crypto'
import { fail, toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { moveArchive } from './maintenance/mover'
import { keysToRestore, refusedSentence, restoreFrom } from './maintenance/restore'
import type { SecondCopy } from './maintenance/second-copy'
import type { Verifier } from './maintenance/verifier'
import type { CurrentStore } from './current-store'
import type { Disk } from './disk/disk'
import type { JobControl, Jobs } from './jobs'
import type { Opening } from './opening'
import type { ArchiveView } from './reading/view'
import type { SettingsFile } from './settings'
import { findArchive } from './store/mark'
import { removalNotes } from './store/removals'
import type { ChangeNotifier } from './change-notifier'

interface LocationsPorts {
  readonly disk: Disk
  readonly settings: SettingsFile
  readonly current: CurrentStore
  readonly changes: ChangeNotifier
  readonly view: ArchiveView
  readonly copy: SecondCopy
  readonly verifier: Pick<Verifier, 'run'>
  readonly opening: Opening
  readonly jobs: Jobs
}

interface Restored {
  readonly restored: number
  readonly of: number
  /** Why some were not restored. */
  readonly sentence?: string
}

/** Where the archive is, and where its second copy is. */
export class ArchiveLocations {
  constructor(private readonly ports: LocationsPorts) {}

  /** Fails while the archive is opened, moved, switched or restored. */
  refuseNow(): void {
    this.ports.opening.refuseNow()
    this.ports.jobs.refuse()
  }

  /** Into the chosen folder: copied, read back, switched, and only then removed from the old one. */
  async move(chosen: string): Promise<void> {
    const { disk, current, copy, settings, changes, jobs } = this.ports
    await jobs.run('moving', async (control) => {
      settings.refuseUnwritable()
      const store = current.now
      try {
        await store.mayWrite()
        await copy.pause()
        await store.written()
        const open = (root: string) => current.exchange(root, settings.content.id)
        await moveArchive({ disk, settings, store }, chosen, open, control)
      } finally {
        copy.follow()
        changes.rowsChanged()
      }
    })
  }

  /** Uses the archive in another folder, for example from a backup; neither archive is moved or changed. */
  async useOther(chosen: string): Promise<void> {
    const { disk, current, copy, settings, changes, jobs } = this.ports
    settings.refuseUnwritable()
    await jobs.run('switching', async ({ signal }) => {
      try {
        const { root, id } = await findArchive(disk, chosen, randomUUID, signal)
        await copy.pause()
        // The step that decides.
        signal.throwIfAborted()
        const isCopy = root === copy.folder
        if (isCopy) await copy.drop()
        await settings.change({ root, id, verification: null, ...(isCopy && { copy: null }) })
        await current.exchange(root, id)
      } finally {
        copy.follow()
        changes.rowsChanged()
      }
    })
  }

  async chooseCopy(chosen: string): Promise<void> {
    this.refuseNow()
    const { current, copy, settings } = this.ports
    settings.refuseUnwritable()
    await current.now.mayWrite()
    const folder = await copy.choose(chosen)
    await settings.change({ copy: folder })
    copy.follow()
  }

  async syncCopy(): Promise<void> {
    this.ports.jobs.refuse()
    this.ports.copy.follow()
    await this.ports.copy.idle()
  }

  async dropCopy(): Promise<void> {
    const { jobs, copy, settings, current } = this.ports
    jobs.refuse()
    const { folder } = copy
    await copy.drop()
    await settings.change({ copy: null })
    if (folder !== null) await current.noteRemoval(removalNotes.noCopy, [folder])
  }

  /** Brings damaged and missing statements back from the second copy, then verifies all. */
  async restore(chosen: ReadonlySet<string> | null = null): Promise<Restored> {
    this.refuseNow()
    const { copy, jobs, changes, verifier } = this.ports
    const { folder } = copy
    if (folder === null) throw fail('statements.no-copy', archiveText.copy.none)
    const outcome = await jobs.run('restoring', async (control) => {
      try {
        return await this.#restoreFrom(folder, control, chosen)
      } finally {
        copy.follow()
        changes.rowsChanged()
      }
    })
    if (outcome.restored > 0) await verifier.run().catch(ignoreStop)
    return outcome
  }

  /** A person chose a version for all statements that differ; the other one is kept beside it. */
  async resolveCopy(take: 'archive' | 'copy'): Promise<void> {
    this.refuseNow()
    const { copy } = this.ports
    const keys = new Set(copy.state?.disagreeing ?? [])
    if (take === 'copy') await this.restore(keys)
    else await copy.repair(keys)
  }

  async #restoreFrom(
    folder: string,
    { signal, report }: JobControl,
    chosen: ReadonlySet<string> | null
  ): Promise<Restored> {
    const { disk, current, copy, settings, view } = this.ports
    await copy.pause()
    const store = current.now
    const keys = chosen ?? keysToRestore(view.all(), store.index)
    const refused: string[] = []
    const isChosen = chosen !== null
    const ports = { disk, store, id: settings.content.id ?? '', signal, isChosen, refused }
    const restored = await restoreFrom(ports, folder, counted(keys, report))
    await current.rebuild()
    signal.throwIfAborted()
    const sentence = refusedSentence(refused)
    return { restored, of: keys.size, ...(sentence !== undefined && { sentence }) }
  }
}

/** The statements are restored, even if their verification was stopped. */
function ignoreStop(thrown: unknown): void {
  if (toProblem(thrown).code !== 'statements.stopped') throw thrown
}

function* counted(keys: ReadonlySet<string>, report: JobControl['report']): Iterable<string> {
  let done = 0
  report({ done, of: keys.size })
  for (const key of keys) {
    yield key
    report({ done: (done += 1) })
  }
}
