import type { Cursor } from '#shared/contract/workspace/workspaces'
import type { Clock } from '../base/clock'

/** A display draws no oftener. */
const pause = 16

interface Source {
  /** What was told last, and what waits to be told. */
  told: Cursor | null
  waiting: Cursor | null
  stopWaiting: (() => void) | null
}

/** Passes on where a window points, at most once in a frame's time for each window, and always the last of it. */
export class Pointing {
  readonly #sources = new Map<string, Source>()

  constructor(
    private readonly clock: Pick<Clock, 'later'>,
    private readonly tell: (from: string, cursor: Cursor | null) => void
  ) {}

  point(windowId: string, cursor: Cursor | null): void {
    const source = this.#sources.get(windowId)
    if (!source) {
      if (cursor === null) return
      const fresh: Source = { told: null, waiting: null, stopWaiting: null }
      this.#sources.set(windowId, fresh)
      return this.#pass(windowId, fresh, cursor)
    }
    source.waiting = cursor
    if (!source.stopWaiting) this.#pass(windowId, source, cursor)
  }

  /** The window has gone, or loads anew: it points nowhere any more. */
  close(windowId: string): void {
    const source = this.#sources.get(windowId)
    if (!source) return
    this.#sources.delete(windowId)
    source.stopWaiting?.()
    if (source.told !== null) this.tell(windowId, null)
  }

  dispose(): void {
    for (const source of this.#sources.values()) source.stopWaiting?.()
    this.#sources.clear()
  }

  #pass(windowId: string, source: Source, cursor: Cursor | null): void {
    source.told = cursor
    source.waiting = cursor
    this.tell(windowId, cursor)
    source.stopWaiting = this.clock.later(pause, () => {
      source.stopWaiting = null
      if (source.waiting !== source.told) this.#pass(windowId, source, source.waiting)
      else if (source.told === null) this.#sources.delete(windowId)
    })
  }
}
