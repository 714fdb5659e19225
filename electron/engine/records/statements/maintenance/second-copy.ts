import { fail, toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Clock } from '#engine/base/clock'
import type { CopyState } from '../facts'
import type { Disk } from '../disk/disk'
import { openLocation, roomIn } from '../store/mark'
import type { ArchiveStore } from '../store/store'
import { syncCopy } from './sync-copy'
import { refuseNested } from './move'

interface SecondPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly store: () => ArchiveStore
  readonly changed: () => void
}

const retryEvery = 60_000
/** Of statements that come one after the other not each is a look at the whole copy. */
const followWithin = 5000

/** The second folder: followed by itself, with its own faults, which are nobody else's. */
export class SecondCopy {
  #folder: string | null
  #told: Omit<CopyState, 'folder' | 'running'> = { inStep: 0, behind: 0, lastAt: null, fault: null }
  #running: Promise<void> | null = null
  #again = false
  /** Statements of the copy that a verification found not to be as they should. */
  readonly #damaged = new Set<string>()
  #stop = new AbortController()
  #cancelTimer: (() => void) | null = null
  #cancelSoon: (() => void) | null = null
  #closed = false

  constructor(
    private readonly ports: SecondPorts,
    folder: string | null,
    private readonly id: () => string
  ) {
    this.#folder = folder
  }

  get state(): CopyState | null {
    return this.#folder === null
      ? null
      : { folder: this.#folder, ...this.#told, running: this.#running !== null }
  }

  /** Where the copy lies in the folder that a person chose. */
  async choose(chosen: string): Promise<string> {
    const { disk, store } = this.ports
    const folder = await roomIn(disk, chosen, this.id())
    refuseNested(store().root, folder)
    if ((await openLocation(disk, folder, { id: this.id(), expected: false })) !== this.id()) {
      throw fail('statements.other', archiveText.copy.otherArchive(folder))
    }
    this.#folder = folder
    this.#damaged.clear()
    this.#told = { inStep: 0, behind: 0, lastAt: null, fault: null }
    return folder
  }

  async drop(): Promise<void> {
    this.#folder = null
    await this.pause()
    this.ports.store().lieElsewhere([])
    this.ports.changed()
  }

  /** Something is new in the archive, or the person asks. Never fails: what is wrong is in the state. */
  follow(): void {
    if (this.#folder === null || this.#closed) return
    this.#cancelTimers()
    this.#again = true
    this.#running ??= this.#work().finally(() => {
      this.#running = null
      this.ports.changed()
    })
    this.ports.changed()
  }

  /** One more is new, and others may follow. */
  followSoon(): void {
    if (this.#folder === null || this.#closed) return
    this.#cancelSoon ??= this.ports.clock.later(followWithin, () => this.follow())
  }

  get folder(): string | null {
    return this.#folder
  }

  /** Copied anew, even where a look at names and lengths would find nothing; whether all of them were. */
  async mend(damaged: ReadonlySet<string>): Promise<boolean> {
    for (const key of damaged) this.#damaged.add(key)
    this.follow()
    await this.idle()
    return [...damaged].every((key) => !this.#damaged.has(key))
  }

  async idle(): Promise<void> {
    await this.#running
  }

  /** Ends what is under way, as before a move. */
  async pause(): Promise<void> {
    this.#again = false
    this.#cancelTimers()
    this.#stop.abort(new DOMException('Stopped', 'AbortError'))
    await this.#running
    this.#stop = new AbortController()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.pause()
  }

  async #work(): Promise<void> {
    const { disk, clock, store, changed } = this.ports
    const { signal } = this.#stop
    while (this.#again && this.#folder !== null) {
      this.#again = false
      try {
        const { fault, readOnly } = store()
        if (fault) return this.#later()
        // Whoever writes to the archive keeps its copy, too.
        if (readOnly?.code === 'statements.locked') return this.#later()
        const onProgress = (inStep: number, behind: number) => {
          this.#told = { ...this.#told, inStep, behind }
          changed()
        }
        const result = await syncCopy(
          { disk, store: store(), id: this.id(), damaged: this.#damaged, signal, onProgress },
          this.#folder
        )
        this.#told = { ...result, lastAt: clock.wall() }
      } catch (thrown) {
        if (signal.aborted) return
        this.#told = { ...this.#told, fault: toProblem(thrown).sentence }
        this.#later()
      }
    }
  }

  #cancelTimers(): void {
    this.#cancelTimer?.()
    this.#cancelSoon?.()
    this.#cancelTimer = this.#cancelSoon = null
  }

  #later(): void {
    if (!this.#closed) this.#cancelTimer = this.ports.clock.later(retryEvery, () => this.follow())
  }
}
