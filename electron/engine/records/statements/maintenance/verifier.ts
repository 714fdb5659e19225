import type { FileProgress } from '#shared/contract/records/statements/index'
import { fail, toProblem } from '#shared/domain/base/problem'
import type { Clock } from '#engine/base/clock'
import type { Verification } from '../facts'
import type { Disk } from '../disk/disk'
import type { JobControl, Jobs } from '../jobs'
import type { ArchiveSettings, SettingsFile } from '../settings'
import { openLocation } from '../store/mark'
import type { ArchiveStore } from '../store/store'
import type { SecondCopy } from './second-copy'
import { verifyAll } from './verify'
import { verifyCopy, type CopyFindings } from './verify-copy'

interface VerifierPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly store: () => ArchiveStore
  readonly settings: SettingsFile
  readonly copy: Pick<SecondCopy, 'folder' | 'idle' | 'repair'>
  readonly jobs: Pick<Jobs, 'now' | 'run'>
  readonly changed: () => void
  readonly rowsChanged: () => void
}

const day = 86_400_000
const lookEvery = 600_000
/** The app has other things to do at its start. */
const firstLook = 60_000

const plain = ({ copy, ...own }: Verification): NonNullable<ArchiveSettings['verification']> => ({
  ...own,
  faults: [...own.faults],
  copy: copy && { ...copy, faults: [...copy.faults], disagreeing: copy.disagreeing && [...copy.disagreeing] }
})

/** Verifies when asked, and once a day automatically. */
export class Verifier {
  /** Why the last automatic verification did not finish. */
  failed: { readonly at: number; readonly sentence: string } | null = null
  #running: Promise<void> | null = null
  #cancelTimer: (() => void) | null = null

  constructor(private readonly ports: VerifierPorts) {}

  start(): void {
    this.#look(firstLook)
  }

  /** Resolves when it has ended, for all who ask; one that was stopped rejects and keeps the last result. */
  run(automatic = false): Promise<void> {
    this.#running ??= this.ports.jobs
      .run('verifying', (control) => this.#run(control), { automatic })
      .then(() => {
        this.failed = null
      })
      .finally(() => {
        this.#running = null
        this.ports.rowsChanged()
      })
    return this.#running
  }

  dispose(): void {
    this.#cancelTimer?.()
  }

  async #run({ signal, report }: JobControl): Promise<void> {
    const { disk, clock, store, settings, copy } = this.ports
    const { fault } = store()
    if (fault) throw fail(fault.code, fault.sentence, { retryable: true })
    // An empty place where a drive was is not an archive whose files are all missing.
    const expectLocation = () =>
      openLocation(disk, store().root, { id: settings.content.id ?? '', expected: true })
    await expectLocation()
    const target = copy.folder
    const times = target === null ? 1 : 2
    let progress: FileProgress = { done: 0, of: 0, bytes: 0, ofBytes: 0 }
    const onProgress = (own: FileProgress) =>
      report((progress = { ...own, of: times * own.of, ofBytes: times * own.ofBytes }))
    const own = await verifyAll({ disk, clock, store: store(), signal, onProgress, expectLocation })
    const add = (files: number, bytes: number) =>
      report((progress = { ...progress, done: progress.done + files, bytes: progress.bytes + bytes }))
    const second = target === null ? null : await this.#second(target, signal, add)
    const keep = (verification: Verification) =>
      // It is in memory in any case; the next day brings another.
      settings.change({ verification: plain(verification) }).catch(() => {})
    await keep({ ...own, copy: second?.result ?? null })
    if (!second || second.damaged.size === 0) return
    this.ports.rowsChanged()
    signal.throwIfAborted()
    const mended = await copy.repair(second.damaged)
    await keep({ ...own, copy: { ...second.result, mended } })
  }

  async #second(
    target: string,
    signal: AbortSignal,
    add: (files: number, bytes: number) => void
  ): Promise<CopyFindings> {
    const { disk, store, copy, settings } = this.ports
    // A statement that is being copied is not missing.
    await copy.idle()
    const onFiles = (count: number) => add(count, 0)
    const onBytes = (count: number) => add(0, count)
    return verifyCopy(
      { disk, store: store(), id: settings.content.id ?? '', signal, onFiles, onBytes },
      target
    )
  }

  #look(milliseconds: number): void {
    this.#cancelTimer = this.ports.clock.later(milliseconds, () => {
      const { clock, settings, store, jobs } = this.ports
      const last = settings.content.verification?.at ?? 0
      // One in the future was made with a wrong clock.
      const due = clock.wall() - last >= day || last > clock.wall()
      if (due && jobs.now === null && store().index.statements.length > 0)
        this.run(true).catch((thrown: unknown) => this.#fail(thrown))
      this.#look(lookEvery)
    })
  }

  /** No call waits for it, so its problem is shown. */
  #fail(thrown: unknown): void {
    const { code, sentence } = toProblem(thrown)
    if (code === 'statements.stopped') return
    this.failed = { at: this.ports.clock.wall(), sentence }
    this.ports.changed()
  }
}
