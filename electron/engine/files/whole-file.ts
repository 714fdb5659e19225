import type { Clock } from '../clock'
import { writeAtomically } from './write'

/** What changes by itself comes in bursts, and each writing is a whole file. */
const soon = 1000

export interface WholeFilePorts {
  readonly file: string
  readonly clock: Clock
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

/** A JSON file that is written anew as a whole, once for all that changes meanwhile. */
export class WholeFile {
  #notKept: string | null
  #writing: Promise<void> | null = null
  #again = false
  #forgetWrite: (() => void) | null = null

  constructor(
    private readonly ports: WholeFilePorts,
    private readonly about: WholeFileContent
  ) {
    this.#notKept = about.writable ? null : about.notice
  }

  /** Why changes do not outlive the app, or null. */
  get notKept(): string | null {
    return this.#notKept
  }

  /** Resolves when it is written, or cannot be. */
  write(): Promise<void> {
    this.#forgetWrite?.()
    this.#forgetWrite = null
    if (!this.about.writable) return Promise.resolve()
    this.#again = true
    this.#writing ??= this.#writeAll()
    return this.#writing
  }

  writeSoon(): void {
    this.#forgetWrite ??= this.ports.clock.later(soon, () => void this.write())
  }

  /** Whatever is still to be written is. */
  async dispose(): Promise<void> {
    if (this.#forgetWrite) await this.write()
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    const { file, changed } = this.ports
    const before = this.#notKept
    while (this.#again) {
      this.#again = false
      try {
        await writeAtomically(file, JSON.stringify(this.about.content(), null, 2) + '\n')
        this.#notKept = null
      } catch {
        this.#notKept = `The ${this.about.title} could not be written to ${file}. They hold until Leadline ends.`
      }
    }
    this.#writing = null
    if (this.#notKept !== before) changed()
  }
}
