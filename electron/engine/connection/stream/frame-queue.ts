/** Milliseconds of reading before yielding. */
const maxStretch = 20
/** Bytes between two looks at the clock, which costs a tenth of reading a usual frame. */
const bytesPerLook = 8 * 1024

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
  /** Since the last look. */
  #bytes = 0
  #began = 0
  /** Nothing else ran since `#began`. */
  #isInTurn = false
  #paused = false
  #atEnd: (() => void) | null = null

  constructor(private readonly ports: FrameQueuePorts) {
    this.#now = ports.now ?? (() => performance.now())
    this.#defer = ports.defer ?? ((run) => void setImmediate(run))
  }

  add(bytes: Uint8Array, binary: boolean): void {
    if (this.#paused) return void this.#waiting.push({ bytes, binary })
    if (!this.#isInTurn) this.#beginTurn()
    if (!this.#readOne(bytes, binary)) return
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

  #beginTurn(): void {
    this.#isInTurn = true
    this.#began = this.#now()
    this.#bytes = 0
    this.#defer(() => (this.#isInTurn = false))
  }

  /** Whether it is time to yield. */
  #readOne(bytes: Uint8Array, binary: boolean): boolean {
    this.ports.read(bytes, binary)
    this.#bytes += bytes.length
    if (this.#bytes < bytesPerLook) return false
    this.#bytes = 0
    return this.#now() - this.#began >= maxStretch
  }

  #drain(): void {
    this.#beginTurn()
    let count = 0
    let isSpent = false
    for (const { bytes, binary } of this.#waiting) {
      count += 1
      isSpent = this.#readOne(bytes, binary)
      if (isSpent) break
    }
    this.#waiting.splice(0, count)
    if (isSpent || this.#waiting.length > 0) return this.#defer(() => this.#drain())
    this.#paused = false
    if (this.#atEnd) this.#atEnd()
    else this.ports.resume()
  }
}
