import { setMaxListeners } from 'node:events'
import type { Clock } from '../clock'

/** Resolves after a while; a signal that ends first rejects with its reason and leaves no timer behind. */
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

/** Waits for work that others wait for too: the signal ends this waiting and not the work. */
export function abandonable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(reasonOf(signal))
    const stop = () => reject(reasonOf(signal))
    const deafen = onAbort(signal, stop)
    void work.then(resolve, reject).finally(deafen)
  })
}

export interface Deadline {
  readonly signal: AbortSignal
  /** It was the time that ran out, and not the outer signal that ended. */
  readonly passed: boolean
  release(): void
}

/** A signal that ends with `outer` or after a while. Timers and listeners go with `release`. */
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
  // One signal may end many calls that run side by side; that is no leak to warn of.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', call, { once: true })
  return () => signal.removeEventListener('abort', call)
}

const reasonOf = ({ reason }: AbortSignal) => (reason instanceof Error ? reason : new Error(String(reason)))
