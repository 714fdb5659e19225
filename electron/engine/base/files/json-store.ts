import type { Disposable } from '#shared/domain/base/emitter'
import { fileText } from '#shared/messages/base'
import { systemClock, type Clock } from '../clock'
import { readJsonFile, type JsonFormat } from './json-file'
import { writeAtomically, writeAtomicallyNow } from './write'

const soon = 1000
const retryAfter = 30_000

export interface JsonStorePorts {
  readonly file: string
  readonly clock?: Clock
  /** Called with `notSaved` when saving starts or stops failing. */
  readonly onSaveStateChange?: (notSaved: string | null) => void
}

interface JsonStoreOptions<T> extends JsonStorePorts, JsonFormat<T> {
  readonly initial: T
}

/** One of the user's JSON files: read once, then written as a whole, and retried after a failure. */
export class JsonStore<T extends object> implements Disposable {
  readonly #clock: Clock
  #value: T
  #notice: string | null
  #notSaved: string | null
  #reported: string | null = null
  #writing: Promise<void> | null = null
  #isDirty = false
  #again = false
  #cancel: (() => void) | null = null

  constructor(
    private readonly options: JsonStoreOptions<T>,
    value: T,
    notice: string | null,
    private readonly writable: boolean
  ) {
    this.#clock = options.clock ?? systemClock
    this.#value = value
    this.#notice = notice
    this.#notSaved = writable ? null : notice
  }

  static async open<T extends object>(options: JsonStoreOptions<T>): Promise<JsonStore<T>> {
    const { value, notice, writable } = await readJsonFile(options.file, options)
    return new JsonStore(options, value ?? options.initial, notice, writable)
  }

  get value(): T {
    return this.#value
  }

  /** A message for the user; null after the first write. */
  get notice(): string | null {
    return this.#notice
  }

  /** Why changes are lost on exit, or null. */
  get notSaved(): string | null {
    return this.#notSaved
  }

  /** False for files of newer versions and damaged files that could not be quarantined. */
  get isWritable(): boolean {
    return this.writable
  }

  /** Resolves when the change is written or failed. */
  update(changes: Partial<T>): Promise<void> {
    this.#value = { ...this.#value, ...changes }
    return this.#save()
  }

  /** Batches changes within a second. */
  updateSoon(changes: Partial<T>): void {
    this.#value = { ...this.#value, ...changes }
    this.#isDirty = true
    this.#later(soon)
  }

  /** For exit; throws on failure. */
  saveNow(): void {
    if (!this.#isDirty || !this.writable) return
    writeAtomicallyNow(this.options.file, this.#text())
    // An older write may still finish after this one, so write again.
    this.#isDirty = this.#writing !== null
    if (this.#isDirty) return
    this.#cancel?.()
    this.#cancel = null
  }

  async saved(): Promise<void> {
    await this.#writing
  }

  /** Writes pending changes and retries a failed write once. */
  async dispose(): Promise<void> {
    await this.#writing
    if (this.#cancel) await this.#save()
    this.#cancel?.()
    this.#cancel = null
  }

  #save(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    if (!this.writable) {
      this.#report()
      return Promise.resolve()
    }
    this.#isDirty = true
    this.#again = true
    this.#writing ??= this.#writeAll()
    return this.#writing
  }

  #later(milliseconds: number): void {
    this.#cancel ??= this.#clock.later(milliseconds, () => void this.#save())
  }

  #text(): string {
    return `${JSON.stringify({ version: this.options.version, ...this.#value }, null, 2)}\n`
  }

  async #writeAll(): Promise<void> {
    const { file, title } = this.options
    while (this.#again) {
      this.#again = false
      try {
        await writeAtomically(file, this.#text())
        this.#notice = null
        this.#notSaved = null
        this.#isDirty = this.#again
      } catch {
        this.#notSaved = fileText.notSaved(title, file)
      }
    }
    this.#writing = null
    if (this.#isDirty) this.#later(retryAfter)
    this.#report()
  }

  #report(): void {
    if (this.#notSaved === this.#reported) return
    this.#reported = this.#notSaved
    this.options.onSaveStateChange?.(this.#notSaved)
  }
}
