import { setMaxListeners } from 'node:events'
import type { Clock } from '../clock'

/** Rejects with the signal's reason if it aborts first. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(reasonOf(signal))
    const stop = () => {
      cancel()
      reject(reasonOf(signal))
    }
    const cancel = clock.later(milliseconds, () => {
      deafen()
      resolve()
    })
    const deafen = onAbort(signal, stop)
  })
}

/** The signal ends the waiting, not the work. */
export function abandonable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      // The same signal may end the work, whose failure nothing else handles.
      work.catch(() => {})
      return reject(reasonOf(signal))
    }
    const stop = () => reject(reasonOf(signal))
    const deafen = onAbort(signal, stop)
    void work.then(resolve, reject).finally(deafen)
  })
}

export interface Deadline {
  readonly signal: AbortSignal
  /** The time ran out, and `outer` did not abort. */
  readonly passed: boolean
  release(): void
}

/** Aborts with `outer` or after a time limit. */
export function deadline(clock: Clock, milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  let passed = false
  const stop = () => controller.abort(outer?.reason)
  if (outer?.aborted) stop()
  const deafen = outer ? onAbort(outer, stop) : () => {}
  const cancel = clock.later(milliseconds, () => {
    passed = true
    controller.abort(new DOMException('The time is over', 'TimeoutError'))
  })
  return {
    signal: controller.signal,
    get passed() {
      return passed && !outer?.aborted
    },
    release() {
      cancel()
      deafen()
    }
  }
}

function onAbort(signal: AbortSignal, call: () => void): () => void {
  // One signal may serve many parallel calls.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', call, { once: true })
  return () => signal.removeEventListener('abort', call)
}

const reasonOf = ({ reason }: AbortSignal) => (reason instanceof Error ? reason : new Error(String(reason)))
