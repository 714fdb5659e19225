import { systemClock, type Clock } from '../clock'
import { writeAtomically, writeAtomicallyNow } from './write'

/** What changes by itself comes in bursts, and each writing is a whole file. */
const soon = 1000
/** A disk that was full may have room again. */
const retryAfter = 30_000

export interface WholeFilePorts {
  readonly file: string
  readonly clock?: Clock
  /** Whether changes are kept is another matter now. */
  readonly changed: () => void
}

interface WholeFileContent {
  /** What the file holds, as a person calls it: "alerts". */
  readonly title: string
  /** Asked for whenever it is written. */
  readonly content: () => unknown
  /** What there is to say of how it was found. */
  readonly notice: string | null
  /** False for what must stay as it was found: the notice says why. */
  readonly writable: boolean
}

/**
 * A JSON file that is written as a whole, once for all that changes meanwhile. What could not be written is tried again
 * after a while and at the end.
 */
export class WholeFile {
  readonly #clock: Clock
  #notKept: string | null
  #writing: Promise<void> | null = null
  /** Something changed that is not in the file. */
  #isDirty = false
  #again = false
  #cancel: (() => void) | null = null

  constructor(
    private readonly ports: WholeFilePorts,
    private readonly about: WholeFileContent
  ) {
    this.#clock = ports.clock ?? systemClock
    this.#notKept = about.writable ? null : about.notice
  }

  /** Why changes do not outlive the app, or null. */
  get notKept(): string | null {
    return this.#notKept
  }

  /** Resolves when it is written, or cannot be. */
  write(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    if (!this.about.writable) return Promise.resolve()
    this.#isDirty = true
    this.#again = true
    this.#writing ??= this.#writeAll()
    return this.#writing
  }

  writeSoon(): void {
    this.#later(soon)
  }

  /** In the moment in which the app ends; throws where it cannot be written. */
  writeNow(): void {
    if (!this.#isDirty || !this.about.writable) return
    writeAtomicallyNow(this.ports.file, this.#text())
    // A write under way may still put older content there: then it is written once more after it.
    this.#isDirty = this.#writing !== null
    if (this.#isDirty) return
    this.#cancel?.()
    this.#cancel = null
  }

  /** Resolves when what is being written is written, or cannot be. */
  async written(): Promise<void> {
    await this.#writing
  }

  /** What is still to be written is, and what could not be is tried once more. */
  async dispose(): Promise<void> {
    await this.#writing
    if (this.#cancel) await this.write()
    this.#cancel?.()
    this.#cancel = null
  }

  #later(milliseconds: number): void {
    this.#cancel ??= this.#clock.later(milliseconds, () => void this.write())
  }

  #text(): string {
    return `${JSON.stringify(this.about.content(), null, 2)}\n`
  }

  async #writeAll(): Promise<void> {
    const { file, changed } = this.ports
    const before = this.#notKept
    while (this.#again) {
      this.#again = false
      try {
        await writeAtomically(file, this.#text())
        this.#notKept = null
        this.#isDirty = this.#again
      } catch {
        this.#notKept = `The ${this.about.title} could not be written to ${file}. Changes are kept only until you quit, unless a later try succeeds.`
      }
    }
    this.#writing = null
    if (this.#isDirty) this.#later(retryAfter)
    if (this.#notKept !== before) changed()
  }
}
