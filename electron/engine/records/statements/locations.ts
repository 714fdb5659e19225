import { randomUUID } from 'node:crypto'
import type { StatementsState } from '#shared/contract/records/statements/index'
import { fail, toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Mover } from './maintenance/mover'
import { keysToRestore, refusedSentence, restoreFrom } from './maintenance/restore'
import type { SecondCopy } from './maintenance/second-copy'
import type { Verifier } from './maintenance/verifier'
import type { CurrentStore } from './current-store'
import type { Disk } from './disk/disk'
import type { Jobs } from './jobs'
import type { ArchiveView } from './reading/view'
import type { SettingsFile } from './settings'
import { findArchive } from './store/mark'
import { removalNotes } from './store/removals'
import type { FetchQueue } from './fetch/queue'
import type { ChangeNotifier } from './change-notifier'

interface LocationsPorts {
  readonly disk: Disk
  readonly settings: SettingsFile
  readonly current: CurrentStore
  readonly changes: ChangeNotifier
  readonly view: ArchiveView
  readonly copy: SecondCopy
  readonly mover: Mover
  readonly verifier: Verifier
  readonly jobs: Jobs
  readonly queue: Pick<FetchQueue, 'running' | 'hold'>
}

interface Restored {
  readonly restored: number
  readonly of: number
  /** What was not restored, and why. */
  readonly sentence?: string
}

/** Where the archive lies, and where its second copy does. */
export class ArchiveLocations {
  #restoring: StatementsState['restoring'] = null

  constructor(private readonly ports: LocationsPorts) {}

  get restoring(): StatementsState['restoring'] {
    return this.#restoring
  }

  /** While it opens nothing is known of it: not even whether another one writes to it. */
  refuseNow(): void {
    this.ports.current.opening.refuseNow()
    this.ports.jobs.refuse(['moving', 'switching', 'restoring'])
  }

  /** Into a folder that a person chose: copied, read back, switched, and only then removed from the old place. */
  async move(chosen: string): Promise<void> {
    this.#refuseAtWork()
    const { current, copy, mover, verifier, settings, changes, jobs } = this.ports
    const old = current.now
    const prepare = async () => {
      await old.mayWrite()
      await copy.pause()
      await verifier.stop()
      await old.written()
    }
    await jobs.run('moving', async () => {
      try {
        await mover.move(chosen, prepare, (root) => current.exchange(root, settings.content.id))
      } finally {
        copy.follow()
        changes.rowsChanged()
      }
    })
  }

  stopMove(): Promise<void> {
    return this.ports.mover.stop()
  }

  /** An archive that lies elsewhere, of another computer or brought back: nothing of either is moved or changed. */
  async useOther(chosen: string): Promise<void> {
    this.#refuseAtWork()
    const { disk, current, copy, verifier, settings, changes, jobs, queue } = this.ports
    settings.refuseUnwritable()
    await jobs.run('switching', async (signal) => {
      const letGo = queue.hold()
      try {
        const { root, id } = await findArchive(disk, chosen, randomUUID, signal)
        await copy.pause()
        await verifier.stop()
        // The one step that decides.
        signal.throwIfAborted()
        const isCopy = root === copy.folder
        if (isCopy) await copy.drop()
        await settings.change({ root, id, verification: null, ...(isCopy && { copy: null }) })
        await current.exchange(root, id)
      } finally {
        letGo()
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
    this.ports.jobs.refuse(['moving', 'switching', 'restoring'])
    this.ports.copy.follow()
    await this.ports.copy.idle()
  }

  async dropCopy(): Promise<void> {
    const { jobs, copy, settings, current } = this.ports
    jobs.refuse(['moving', 'switching', 'restoring'])
    const { folder } = copy
    await copy.drop()
    await settings.change({ copy: null })
    if (folder !== null) await current.noteRemoval(removalNotes.noCopy, [folder])
  }

  /** What is not as it should be comes from the second copy, as far as that has it. */
  async restore(chosen: ReadonlySet<string> | null = null): Promise<Restored> {
    this.refuseNow()
    const { copy, jobs, queue, changes } = this.ports
    const { folder } = copy
    if (folder === null) throw fail('statements.no-copy', archiveText.copy.none)
    if (queue.running) {
      throw fail('statements.at-work', archiveText.jobs.fetching)
    }
    return jobs.run('restoring', async (signal) => {
      // Two that write into one folder would take each other's parts away.
      const letGo = queue.hold()
      try {
        return await this.#restoreFrom(folder, signal, chosen)
      } finally {
        this.#restoring = null
        letGo()
        copy.follow()
        changes.rowsChanged()
      }
    })
  }

  /** Somebody says whose is right of all that the archive and its copy disagree about; the other is kept beside it. */
  async resolveCopy(take: 'archive' | 'copy'): Promise<void> {
    this.refuseNow()
    const { copy } = this.ports
    const keys = new Set(copy.state?.disagreeing ?? [])
    if (take === 'copy') await this.restore(keys)
    else await copy.mend(keys)
  }

  async stopRestore(): Promise<void> {
    const stopped = this.ports.jobs.stop('restoring', archiveText.copy.restoreStopped)
    if (this.ports.jobs.now === 'restoring') await this.ports.verifier.stop()
    await stopped
  }

  /** Whatever is under way is ended, and leaves nothing half done. */
  async close(): Promise<void> {
    const { jobs, mover, verifier } = this.ports
    const stopped = jobs.stop(null, archiveText.jobs.quitting)
    await mover.stop()
    await verifier.stop()
    await stopped
  }

  async #restoreFrom(
    folder: string,
    signal: AbortSignal,
    chosen: ReadonlySet<string> | null
  ): Promise<Restored> {
    const { disk, current, copy, verifier, settings, changes, view } = this.ports
    await copy.pause()
    await verifier.stop()
    const store = current.now
    const keys = chosen ?? keysToRestore(view.all(), store.index)
    const refused: string[] = []
    const tell = (statements: number) => {
      this.#restoring = { statements, ofStatements: keys.size }
      changes.changed()
    }
    const isChosen = chosen !== null
    const ports = { disk, store, id: settings.content.id ?? '', signal, isChosen, refused }
    const restored = await restoreFrom(ports, folder, counted(keys, tell))
    await current.rebuild()
    signal.throwIfAborted()
    if (restored > 0) await verifier.run().catch(passOverStop)
    const sentence = refusedSentence(refused)
    return { restored, of: keys.size, ...(sentence !== undefined && { sentence }) }
  }

  #refuseAtWork(): void {
    this.ports.current.opening.refuseNow()
    this.ports.jobs.refuseAny()
    if (!this.ports.queue.running) return
    throw fail('statements.at-work', archiveText.jobs.fetching)
  }
}

/** What came is there, whether or not all of it is looked at once more. */
function passOverStop(thrown: unknown): void {
  if (toProblem(thrown).code !== 'statements.stopped') throw thrown
}

function* counted(keys: ReadonlySet<string>, tell: (count: number) => void): Iterable<string> {
  let count = 0
  tell(count)
  for (const key of keys) {
    yield key
    tell((count += 1))
  }
}
