import type { PushName, Pushes as PushTable } from '#shared/contract/index'

interface Push {
  readonly name: PushName
  readonly value: unknown
}

/** Bounds the queue of a starting window. */
const maxQueue = 500

/** Messages to windows, queued in order until the window is ready. */
export class Pushes {
  readonly #windows = new Map<string, Push[] | 'ready'>()

  constructor(private readonly deliver: (windowId: string, name: PushName, value: unknown) => void) {}

  /** Queues pushes until the window is ready again. */
  open(windowId: string): void {
    this.#windows.set(windowId, [])
  }

  ready(windowId: string): void {
    const waiting = this.#windows.get(windowId)
    if (waiting === undefined || waiting === 'ready') return
    this.#windows.set(windowId, 'ready')
    for (const push of waiting) this.deliver(windowId, push.name, push.value)
  }

  send<N extends PushName>(windowId: string, name: N, value: PushTable[N]): void {
    const state = this.#windows.get(windowId)
    if (state === undefined) return
    if (state === 'ready') return this.deliver(windowId, name, value)
    state.push({ name, value })
    if (state.length > maxQueue) state.shift()
  }

  /** Dropped if the window is not ready; returns whether it is. */
  sendNow<N extends PushName>(windowId: string, name: N, value: PushTable[N]): boolean {
    const isReady = this.#windows.get(windowId) === 'ready'
    if (isReady) this.deliver(windowId, name, value)
    return isReady
  }

  broadcast<N extends PushName>(name: N, value: PushTable[N]): void {
    for (const windowId of this.#windows.keys()) this.send(windowId, name, value)
  }

  close(windowId: string): void {
    this.#windows.delete(windowId)
  }
}
