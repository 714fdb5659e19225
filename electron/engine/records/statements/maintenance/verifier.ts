import type { Progress, Verification } from '#shared/contract/records/statements/index'
import { fail, toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Clock } from '#engine/base/clock'
import type { Disk } from '../disk/disk'
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
  readonly copy: Pick<SecondCopy, 'folder' | 'idle' | 'mend'>
  /** The result, and so the rows. */
  readonly changed: () => void
  /** The progress alone. */
  readonly told: () => void
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

/** Verifies when asked, and once a day by itself. */
export class Verifier {
  progress: Progress | null = null
  /** The last one by itself, if it could not be finished. */
  failed: { readonly at: number; readonly sentence: string } | null = null
  #stop: AbortController | null = null
  #running: Promise<void> | null = null
  #cancelTimer: (() => void) | null = null

  constructor(private readonly ports: VerifierPorts) {}

  start(): void {
    this.#look(firstLook)
  }

  /** Resolves when it has ended; one that was stopped rejects and leaves the last result as it is. */
  run(): Promise<void> {
    this.#running ??= this.#run()
      .then(() => {
        this.failed = null
      })
      .finally(() => {
        this.#running = null
        this.#stop = null
        this.progress = null
        this.ports.changed()
      })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#stop?.abort(fail('statements.stopped', archiveText.verifyStopped))
    await this.#running?.catch(() => {})
  }

  async close(): Promise<void> {
    this.#cancelTimer?.()
    await this.stop()
  }

  async #run(): Promise<void> {
    const { disk, clock, store, settings, changed } = this.ports
    const stop = (this.#stop = new AbortController())
    this.progress = { files: 0, ofFiles: 0, bytes: 0, ofBytes: 0 }
    changed()
    const { fault } = store()
    if (fault) throw fail(fault.code, fault.sentence, { retryable: true })
    // An empty place where a drive was is no archive whose files are all missing.
    const expectLocation = () =>
      openLocation(disk, store().root, { id: settings.content.id ?? '', expected: true })
    await expectLocation()
    const { copy } = this.ports
    const target = copy.folder
    const times = target === null ? 1 : 2
    const onProgress = (progress: Progress) => {
      this.progress = { ...progress, ofFiles: times * progress.ofFiles, ofBytes: times * progress.ofBytes }
      this.ports.told()
    }
    const { signal } = stop
    const own = await verifyAll({ disk, clock, store: store(), signal, onProgress, expectLocation })
    const second = target === null ? null : await this.#second(target, signal)
    const keep = (verification: Verification) =>
      // It is in memory in any case; the next day brings another.
      settings.change({ verification: plain(verification) }).catch(() => {})
    await keep({ ...own, copy: second?.result ?? null })
    if (!second || second.damaged.size === 0) return
    changed()
    signal.throwIfAborted()
    const mended = await copy.mend(second.damaged)
    await keep({ ...own, copy: { ...second.result, mended } })
  }

  async #second(target: string, signal: AbortSignal): Promise<CopyFindings> {
    const { disk, store, copy, settings, told } = this.ports
    // What is being copied at this moment is not missing.
    await copy.idle()
    const add = (files: number, bytes: number) => {
      const { progress } = this
      if (progress)
        this.progress = { ...progress, files: progress.files + files, bytes: progress.bytes + bytes }
      told()
    }
    const onFiles = (count: number) => add(count, 0)
    const onBytes = (count: number) => add(0, count)
    return verifyCopy(
      { disk, store: store(), id: settings.content.id ?? '', signal, onFiles, onBytes },
      target
    )
  }

  #look(milliseconds: number): void {
    this.#cancelTimer = this.ports.clock.later(milliseconds, () => {
      const { clock, settings, store } = this.ports
      const last = settings.content.verification?.at ?? 0
      // One of the future was made with a wrong clock, and says nothing of when.
      const due = clock.wall() - last >= day || last > clock.wall()
      if (due && store().index.statements.length > 0)
        this.run().catch((thrown: unknown) => this.#fail(thrown))
      this.#look(lookEvery)
    })
  }

  /** Nobody waits for it: what hindered it is told. */
  #fail(thrown: unknown): void {
    const { code, sentence } = toProblem(thrown)
    if (code === 'statements.stopped') return
    this.failed = { at: this.ports.clock.wall(), sentence }
    this.ports.told()
  }
}
