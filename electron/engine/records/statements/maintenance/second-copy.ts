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
/** Statements that come one after the other are copied together. */
const followWithin = 5000

/** Keeps the second copy up to date; its faults do not affect the archive. */
export class SecondCopy {
  #folder: string | null
  #result: Omit<CopyState, 'folder' | 'running'> = { inStep: 0, behind: 0, fault: null }
  #running: Promise<void> | null = null
  #again = false
  /** Statements that a verification found damaged in the copy. */
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
      : { folder: this.#folder, ...this.#result, running: this.#running !== null }
  }

  /** Returns the folder of the copy within the chosen one. */
  async choose(chosen: string): Promise<string> {
    const { disk, store } = this.ports
    const folder = await roomIn(disk, chosen, this.id())
    refuseNested(store().root, folder)
    if ((await openLocation(disk, folder, { id: this.id(), expected: false })) !== this.id()) {
      throw fail('statements.other', archiveText.copy.otherArchive(folder))
    }
    this.#folder = folder
    this.#damaged.clear()
    this.#result = { inStep: 0, behind: 0, fault: null }
    return folder
  }

  async drop(): Promise<void> {
    this.#folder = null
    await this.pause()
    this.ports.store().lieElsewhere([])
    this.ports.changed()
  }

  /** Copies what is new. Never fails: problems are in the state. */
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

  /** One statement is new; others may follow. */
  followSoon(): void {
    if (this.#folder === null || this.#closed) return
    this.#cancelSoon ??= this.ports.clock.later(followWithin, () => this.follow())
  }

  get folder(): string | null {
    return this.#folder
  }

  /** Copies these again, checking every byte; returns whether all are intact now. */
  async repair(damaged: ReadonlySet<string>): Promise<boolean> {
    for (const key of damaged) this.#damaged.add(key)
    this.follow()
    await this.idle()
    return [...damaged].every((key) => !this.#damaged.has(key))
  }

  async idle(): Promise<void> {
    await this.#running
  }

  /** Stops copying, for example before a move. */
  async pause(): Promise<void> {
    this.#again = false
    this.#cancelTimers()
    this.#stop.abort(new DOMException('Stopped', 'AbortError'))
    await this.#running
    this.#stop = new AbortController()
  }

  async dispose(): Promise<void> {
    this.#closed = true
    await this.pause()
  }

  async #work(): Promise<void> {
    const { disk, store, changed } = this.ports
    const { signal } = this.#stop
    while (this.#again && this.#folder !== null) {
      this.#again = false
      try {
        const { fault, readOnly } = store()
        if (fault) return this.#later()
        // The instance that writes to the archive also keeps its copy.
        if (readOnly?.code === 'statements.locked') return this.#later()
        const onProgress = (inStep: number, behind: number) => {
          this.#result = { ...this.#result, inStep, behind }
          changed()
        }
        this.#result = await syncCopy(
          { disk, store: store(), id: this.id(), damaged: this.#damaged, signal, onProgress },
          this.#folder
        )
      } catch (thrown) {
        if (signal.aborted) return
        this.#result = { ...this.#result, fault: toProblem(thrown).sentence }
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
