import type { Progress } from '../../../shared/contract/archive'
import { fail } from '../../../shared/domain/problem'
import type { Clock } from '../../clock'
import type { Disk } from '../disk/disk'
import type { SettingsFile } from '../settings'
import type { ArchiveStore } from '../store/store'
import { verifyAll } from './verify'

export interface VerifierPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly store: () => ArchiveStore
  readonly settings: SettingsFile
  /** The result, and so the rows. */
  readonly changed: () => void
  /** The progress alone. */
  readonly told: () => void
}

const day = 86_400_000
const lookEvery = 600_000
/** The app has other things to do at its start. */
const firstLook = 60_000

/** Verifies when asked, and once a day by itself. */
export class Verifier {
  progress: Progress | null = null
  #stop: AbortController | null = null
  #running: Promise<void> | null = null
  #forget: (() => void) | null = null

  constructor(private readonly ports: VerifierPorts) {}

  start(): void {
    this.#look(firstLook)
  }

  /** Resolves when it has ended; one that was stopped rejects and leaves the last result as it is. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      this.#stop = null
      this.progress = null
      this.ports.changed()
    })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#stop?.abort(fail('archive.stopped', 'The verification was stopped.'))
    await this.#running?.catch(() => {})
  }

  async close(): Promise<void> {
    this.#forget?.()
    await this.stop()
  }

  async #run(): Promise<void> {
    const { disk, clock, store, settings, changed } = this.ports
    const stop = (this.#stop = new AbortController())
    this.progress = { files: 0, ofFiles: 0, bytes: 0, ofBytes: 0 }
    changed()
    const { fault } = store()
    if (fault) throw fail(fault.code, fault.sentence, { retryable: true })
    const onProgress = (progress: Progress) => {
      this.progress = progress
      this.ports.told()
    }
    const verification = await verifyAll({ disk, clock, store: store(), signal: stop.signal, onProgress })
    // It is in memory in any case; the next day brings another.
    await settings
      .change({ verification: { ...verification, faults: [...verification.faults] } })
      .catch(() => {})
  }

  #look(milliseconds: number): void {
    this.#forget = this.ports.clock.later(milliseconds, () => {
      const { clock, settings, store } = this.ports
      const last = settings.content.verification?.at ?? 0
      const due = clock.wall() - last >= day || last > clock.wall()
      if (due && store().index.statements.length > 0) this.run().catch(() => {})
      this.#look(lookEvery)
    })
  }
}
