import type { Socket } from 'node:net'

/** After this many bytes without a pause, more is waiting. */
const largeBatch = 32 * 1024
/** A service that does not answer must not keep this process awake, in milliseconds. */
const maxImmediate = 1000

interface Handle {
  readStart(): void
  readStop(): void
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'readStart') === 'function' &&
  typeof Reflect.get(value, 'readStop') === 'function'

/**
 * Reads a socket in batches, because a wake-up of Electron's main process costs as much as dozens of messages. Pausing
 * the stream would not do: it reads on until its buffer is full. Where Node has no such handle, it reads as usual.
 */
export class BatchedReading {
  #timer: ReturnType<typeof setTimeout> | null = null
  #bytes = 0
  #immediateUntil = -Infinity

  constructor(
    private readonly socket: Socket,
    /** Milliseconds between two reads; 0 for none. */
    private readonly pause: () => number
  ) {
    socket.on('data', this.#received)
    socket.once('close', () => this.#cancel())
  }

  /** Reads without a pause for a second, or until `answered`: the time of the answer is measured. */
  expectAnswer(): void {
    this.#immediateUntil = performance.now() + maxImmediate
    this.#read()
  }

  answered(): void {
    this.#immediateUntil = -Infinity
  }

  readonly #received = (chunk: Buffer): void => {
    this.#bytes += chunk.length
    if (this.#bytes >= largeBatch || performance.now() < this.#immediateUntil) return this.#read()
    if (this.#timer !== null) return
    const handle = this.#handle
    const pause = this.pause()
    if (!handle || pause <= 0) return
    handle.readStop()
    this.#timer = setTimeout(() => this.#read(), pause)
  }

  #read(): void {
    this.#bytes = 0
    if (this.#timer === null) return
    this.#cancel()
    this.#handle?.readStart()
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  get #handle(): Handle | null {
    const handle: unknown = Reflect.get(this.socket, '_handle')
    return isHandle(handle) ? handle : null
  }
}
