import type { Cursor } from '#shared/contract/workspace/workspaces'
import type { Clock } from '../base/clock'

/** The interval of a display frame. */
const pause = 16

interface Source {
  sent: Cursor | null
  waiting: Cursor | null
  stopWaiting: (() => void) | null
}

/** Broadcasts the crosshair at most once per display frame and window. */
export class Pointing {
  readonly #sources = new Map<string, Source>()

  constructor(
    private readonly clock: Pick<Clock, 'later'>,
    private readonly send: (from: string, cursor: Cursor | null) => void
  ) {}

  point(windowId: string, cursor: Cursor | null): void {
    const source = this.#sources.get(windowId)
    if (!source) {
      if (cursor === null) return
      const fresh: Source = { sent: null, waiting: null, stopWaiting: null }
      this.#sources.set(windowId, fresh)
      return this.#pass(windowId, fresh, cursor)
    }
    source.waiting = cursor
    if (!source.stopWaiting) this.#pass(windowId, source, cursor)
  }

  close(windowId: string): void {
    const source = this.#sources.get(windowId)
    if (!source) return
    this.#sources.delete(windowId)
    source.stopWaiting?.()
    if (source.sent !== null) this.send(windowId, null)
  }

  dispose(): void {
    for (const source of this.#sources.values()) source.stopWaiting?.()
    this.#sources.clear()
  }

  #pass(windowId: string, source: Source, cursor: Cursor | null): void {
    source.sent = cursor
    source.waiting = cursor
    this.send(windowId, cursor)
    source.stopWaiting = this.clock.later(pause, () => {
      source.stopWaiting = null
      if (source.waiting !== source.sent) this.#pass(windowId, source, source.waiting)
      else if (source.sent === null) this.#sources.delete(windowId)
    })
  }
}
