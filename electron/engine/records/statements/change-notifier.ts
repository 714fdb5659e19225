import { toProblem } from '#shared/domain/base/problem'
import type { Clock } from '../../base/clock'

interface ChangeNotifierPorts {
  readonly clock: Clock
  readonly tell: () => void
  readonly warn: (what: string, problem: unknown) => void
  /** How many statements there are: whoever is told of new ones reads all of them. */
  readonly statements: () => number
}

const tellWithin = 100
const growWithin = 500
/** Reading many takes longer, so that it is asked for more rarely while more come. */
const perStatement = 0.5

/** What is new of the archive: counted, noted, and told in bursts at most some times a second. */
export class ChangeNotifier {
  #version = 0
  #told = 0
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

  /** Another number whenever rows may be other ones. */
  get version(): number {
    return this.#version
  }

  /** As windows hear of it: while statements come one after the other, not with each. */
  get told(): number {
    return this.#told
  }

  /** What happened that a person should know. */
  get notice(): string | null {
    return this.#notice
  }

  readonly changed = (): void => {
    if (this.#closed) return
    this.#cancelNotify ??= this.ports.clock.later(tellWithin, () => {
      this.#cancelNotify = null
      try {
        this.ports.tell()
      } catch (thrown) {
        this.ports.warn('The archive was not told of', toProblem(thrown))
      }
    })
  }

  /** Rows are other ones: somebody did something, or it is over. */
  readonly rowsChanged = (): void => {
    this.#version += 1
    this.#tellVersion()
  }

  /** One statement came, of many that may follow. */
  readonly grew = (): void => {
    this.#version += 1
    if (this.#cancelGrowth === null) this.#tellVersion()
  }

  note(sentence: string): void {
    this.#notice = this.#notice === null ? sentence : `${this.#notice} ${sentence}`
    this.changed()
  }

  dismiss(): void {
    this.#notice = null
    this.changed()
  }

  close(): void {
    this.#closed = true
    this.#cancelNotify?.()
    this.#cancelGrowth?.()
  }

  #tellVersion(): void {
    this.#told = this.#version
    this.#cancelGrowth?.()
    this.changed()
    if (this.#closed) return
    const { clock, statements } = this.ports
    this.#cancelGrowth = clock.later(growWithin + perStatement * statements(), () => {
      this.#cancelGrowth = null
      if (this.#told !== this.#version) this.#tellVersion()
    })
  }
}
