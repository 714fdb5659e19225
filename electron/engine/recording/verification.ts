import type { RecordingVerification } from '#shared/contract/recording/recording'
import type { Clock } from '../base/clock'
import { damageWords } from './damage-words'
import { verifyLog } from './log/verify'

const notifyEvery = 200

/** Verifies one log at a time, and keeps the result. */
export class LogVerification {
  #state: RecordingVerification | null = null
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null
  #notifiedAt = 0

  constructor(
    private readonly clock: Clock,
    private readonly changed: () => void
  ) {}

  get state(): RecordingVerification | null {
    return this.#state
  }

  run(folder: string): Promise<void> {
    if (this.#running) return this.#running.done
    const stop = new AbortController()
    const done = this.#verify(folder, stop.signal).finally(() => {
      this.#running = null
      this.changed()
    })
    this.#running = { stop, done }
    this.#show({ running: true, bytes: 0, result: null })
    return done
  }

  /** The last result is no longer shown. */
  async cancel(): Promise<void> {
    const running = this.#running
    running?.stop.abort()
    await running?.done.catch(() => {})
    this.#show(null)
  }

  async #verify(folder: string, signal: AbortSignal): Promise<void> {
    const onProgress = (bytes: number) => this.#progress(bytes)
    try {
      const { items, segments, bytes, damage } = await verifyLog(folder, { signal, onProgress })
      const result = { at: this.clock.wall(), items, segments, ...damageWords(damage) }
      this.#show({ running: false, bytes, result })
    } catch (problem) {
      this.#show(null)
      if (!signal.aborted) throw problem
    }
  }

  #progress(bytes: number): void {
    const now = this.clock.monotonic()
    if (now - this.#notifiedAt < notifyEvery) return
    this.#notifiedAt = now
    this.#show({ running: true, bytes, result: null })
  }

  #show(state: RecordingVerification | null): void {
    this.#state = state
    this.changed()
  }
}
