import { toProblem } from '#shared/domain/base/problem'
import type { Clock } from '../../base/clock'

interface ChangeNotifierPorts {
  readonly clock: Clock
  readonly notify: () => void
  readonly warn: (what: string, problem: unknown) => void
  /** How many statements there are. */
  readonly statements: () => number
}

const notifyWithin = 100
const growWithin = 500
/** Many statements take longer to read, so windows are notified less often while more come. */
const perStatement = 0.5

/** Counts changes of the archive, and notifies windows a few times a second at most. */
export class ChangeNotifier {
  #version = 0
  #notified = 0
  #notice: string | null
  #cancelNotify: (() => void) | null = null
  #cancelGrowth: (() => void) | null = null
  #closed = false

  constructor(
    private readonly ports: ChangeNotifierPorts,
    notice: string | null
  ) {
    this.#notice = notice
  }

  /** Counts up whenever rows may have changed. */
  get version(): number {
    return this.#version
  }

  /** The version that windows know: it does not follow every statement while many come. */
  get notified(): number {
    return this.#notified
  }

  /** Something that happened, such as an interrupted move. */
  get notice(): string | null {
    return this.#notice
  }

  readonly changed = (): void => {
    if (this.#closed) return
    this.#cancelNotify ??= this.ports.clock.later(notifyWithin, () => {
      this.#cancelNotify = null
      try {
        this.ports.notify()
      } catch (thrown) {
        this.ports.warn('Windows were not notified of the archive', toProblem(thrown))
      }
    })
  }

  /** Rows changed: windows are notified at once. */
  readonly rowsChanged = (): void => {
    this.#version += 1
    this.#notifyVersion()
  }

  /** One statement came; many may follow. */
  readonly grew = (): void => {
    this.#version += 1
    if (this.#cancelGrowth === null) this.#notifyVersion()
  }

  note(sentence: string): void {
    this.#notice = this.#notice === null ? sentence : `${this.#notice} ${sentence}`
    this.changed()
  }

  dismiss(): void {
    this.#notice = null
    this.changed()
  }

  dispose(): void {
    this.#closed = true
    this.#cancelNotify?.()
    this.#cancelGrowth?.()
  }

  #notifyVersion(): void {
    this.#notified = this.#version
    this.#cancelGrowth?.()
    this.changed()
    if (this.#closed) return
    const { clock, statements } = this.ports
    this.#cancelGrowth = clock.later(growWithin + perStatement * statements(), () => {
      this.#cancelGrowth = null
      if (this.#notified !== this.#version) this.#notifyVersion()
    })
  }
}
