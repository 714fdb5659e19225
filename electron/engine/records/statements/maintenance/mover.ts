import type { Progress } from '#shared/contract/records/statements/index'
import { fail, toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from '../disk/disk'
import { onDisk } from '../disk/problem'
import type { SettingsFile } from '../settings'
import { roomIn } from '../store/mark'
import type { ArchiveStore } from '../store/store'
import { copyAll, refuseNested, removeDoubles } from './move'

interface MoverPorts {
  readonly disk: Disk
  readonly settings: SettingsFile
  readonly store: () => ArchiveStore
  readonly changed: () => void
}

interface Moving {
  readonly prepare: () => Promise<void>
  readonly open: (root: string) => Promise<void>
  readonly stop: AbortController
}

/**
 * Moves the archive. What is under way stands in the settings before it begins, so that after a kill at any moment the
 * archive is whole in one place, and the next start removes what lies in the other.
 */
export class Mover {
  #now: (Progress & { readonly to: string }) | null = null
  #stop: AbortController | null = null
  #running: Promise<void> | null = null

  constructor(private readonly ports: MoverPorts) {}

  get progress(): (Progress & { readonly to: string }) | null {
    return this.#now
  }

  refuseNow(): void {
    if (this.#running) throw fail('statements.moving', archiveText.jobs.moving)
  }

  /** From this moment on nothing new is begun; `prepare` ends what is under way. */
  move(chosen: string, prepare: () => Promise<void>, open: (root: string) => Promise<void>): Promise<void> {
    this.refuseNow()
    this.ports.settings.refuseUnwritable()
    const stop = (this.#stop = new AbortController())
    this.#running = this.#move(chosen, { prepare, open, stop }).finally(() => {
      this.#running = null
      this.#stop = null
      this.#now = null
    })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#stop?.abort(fail('statements.stopped', archiveText.locations.moveStopped))
    await this.#running?.catch(() => {})
  }

  /** Before the archive is opened: what a move that was cut off left over is removed, from the place that lost. */
  async resume(tell: (sentence: string) => void): Promise<void> {
    const { settings, disk, store } = this.ports
    const { moving, leftover } = settings.content
    const { root } = store()
    if ((await disk.kind(root).catch(() => null)) !== 'folder') return
    try {
      if (moving !== null) {
        await onDisk(moving, () => removeDoubles(disk, moving, root))
        await settings.change({ moving: null })
        tell(archiveText.locations.moveInterrupted(moving, root))
      }
      if (leftover !== null) {
        await onDisk(leftover, () => removeDoubles(disk, leftover, root))
        await settings.change({ leftover: null })
      }
    } catch (thrown) {
      // Tried again at the next start; a drive may be away.
      tell(archiveText.locations.leftovers(toProblem(thrown).sentence))
    }
  }

  async #move(chosen: string, { prepare, open, stop }: Moving): Promise<void> {
    await prepare()
    const { disk, settings, store, changed } = this.ports
    const from = store().root
    const before = settings.content.root
    const { signal } = stop
    signal.throwIfAborted()
    refuseNested(from, chosen)
    const to = await roomIn(disk, chosen, '')
    refuseNested(from, to)
    const tell = (progress: Progress) => {
      this.#now = { ...progress, to }
      changed()
    }
    tell({ files: 0, ofFiles: 0, bytes: 0, ofBytes: 0 })
    await settings.change({ moving: to })
    try {
      await copyAll({ disk, signal, onProgress: tell }, from, to)
      signal.throwIfAborted()
      // What came meanwhile through another hand would be left behind.
      await store().mayWrite()
      // The one step that decides: before it the archive is at the old place, after it at the new.
      await settings.change({ root: to, moving: null, leftover: from })
    } catch (thrown) {
      await onDisk(to, () => removeDoubles(disk, to, from)).catch(() => {})
      await settings.change({ root: before, moving: null, leftover: null })
      throw signal.aborted ? signal.reason : thrown
    }
    await open(to)
    await onDisk(from, () => removeDoubles(disk, from, to))
    await settings.change({ leftover: null })
  }
}
