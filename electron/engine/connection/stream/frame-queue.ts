/** Milliseconds of reading before yielding. */
const maxStretch = 20
/** A longer pause counts as a yield. */
const rest = 1

interface FrameQueuePorts {
  readonly read: (bytes: Uint8Array, binary: boolean) => void
  /** Frames that already arrived are still delivered. */
  readonly pause: () => void
  readonly resume: () => void
  readonly now?: () => number
  /** Runs after yielding. */
  readonly defer?: (run: () => void) => void
}

/** Delivers frames immediately, or in slices if there are too many, so that a flood does not block. */
export class FrameQueue {
  readonly #waiting: { readonly bytes: Uint8Array; readonly binary: boolean }[] = []
  readonly #now: () => number
  readonly #defer: (run: () => void) => void
  #began = -Infinity
  #ended = -Infinity
  #paused = false
  #atEnd: (() => void) | null = null

  constructor(private readonly ports: FrameQueuePorts) {
    this.#now = ports.now ?? (() => performance.now())
    this.#defer = ports.defer ?? ((run) => void setImmediate(run))
  }

  add(bytes: Uint8Array, binary: boolean): void {
    if (this.#paused) return void this.#waiting.push({ bytes, binary })
    const now = this.#now()
    if (now - this.#ended >= rest) this.#began = now
    this.#read(bytes, binary)
    if (this.#ended - this.#began < maxStretch) return
    this.#paused = true
    this.ports.pause()
    this.#defer(() => this.#drain())
  }

  /** Called when the queue is empty. */
  end(done: () => void): void {
    if (this.#paused) this.#atEnd = done
    else done()
  }

  clear(): void {
    this.#waiting.length = 0
  }

  #read(bytes: Uint8Array, binary: boolean): void {
    this.ports.read(bytes, binary)
    this.#ended = this.#now()
  }

  #drain(): void {
    this.#began = this.#now()
    let count = 0
    for (const { bytes, binary } of this.#waiting) {
      count += 1
      this.#read(bytes, binary)
      if (this.#ended - this.#began >= maxStretch) break
    }
    this.#waiting.splice(0, count)
    const isSpent = this.#ended - this.#began >= maxStretch
    if (isSpent || this.#waiting.length > 0) return this.#defer(() => this.#drain())
    this.#paused = false
    if (this.#atEnd) this.#atEnd()
    else this.ports.resume()
  }
}
