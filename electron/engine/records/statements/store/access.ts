import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import { Lock, type LockPorts } from './lock'

interface AccessPorts {
  readonly root: string
  readonly lock: LockPorts
  readonly isThere: () => Promise<boolean>
  readonly open: () => Promise<unknown>
  readonly changed: () => void
}

const retryEvery = 15_000

/** Whether the archive can be read and written now. Whatever prevents it is tried again automatically. */
export class Access {
  /** The lock was taken since the archive was last tidied. */
  isNew = false
  #fault: Problem | null = null
  #readOnly: Problem | null = null
  #cancelRetry: (() => void) | null = null
  #closed = false
  readonly #lock: Lock

  constructor(private readonly ports: AccessPorts) {
    this.#lock = new Lock(ports.root, ports.lock, (problem) => {
      this.#readOnly = problem.problem
      this.#retryLater()
      ports.changed()
    })
  }

  /** Why nothing can be read, or null. */
  get fault(): Problem | null {
    return this.#fault
  }

  /** Why nothing can be written though it can be read, or null. */
  get readOnly(): Problem | null {
    return this.#readOnly
  }

  get isLocked(): boolean {
    return this.#lock.held
  }

  /** The archive is in its folder: takes the lock, or becomes read-only. */
  async take(): Promise<void> {
    this.#fault = null
    try {
      const before = this.#lock.held
      await this.#lock.take()
      this.isNew ||= !before
      this.#readOnly = null
    } catch (thrown) {
      this.#readOnly = toProblem(thrown)
      this.#retryLater()
    }
  }

  failed(thrown: unknown): void {
    this.#fault = toProblem(thrown)
    this.#retryLater()
  }

  async mayWrite(): Promise<void> {
    if (this.#fault) throw fail(this.#fault.code, this.#fault.sentence)
    if (!this.#lock.held && this.#readOnly) throw fail(this.#readOnly.code, this.#readOnly.sentence)
    await this.#lock.check()
  }

  /** Ends the retries. */
  stop(): void {
    this.#closed = true
    this.#cancelRetry?.()
  }

  async release(): Promise<void> {
    await this.#lock.release()
  }

  #retryLater(): void {
    if (this.#closed) return
    this.#cancelRetry?.()
    this.#cancelRetry = this.ports.lock.clock.later(retryEvery, () => {
      this.#cancelRetry = null
      if (!this.#closed) void this.#retry()
    })
  }

  /** While another instance writes only the lock is tried: a slow drive is not read through every time. */
  async #retry(): Promise<void> {
    const before = this.#readOnly
    // An empty place where the drive was gets no lock.
    if (this.#fault === null && before !== null && (await this.ports.isThere())) {
      await this.take()
      if (this.#readOnly?.code === before.code) {
        if (this.#readOnly.sentence !== before.sentence) this.ports.changed()
        return
      }
    }
    await this.ports.open()
  }
}
