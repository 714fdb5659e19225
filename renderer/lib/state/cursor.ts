import type { Bridge } from '#shared/contract/index'
import type { Cursor } from '#shared/contract/workspace/workspaces'

/** Where somebody points, in this window or another. */
export class CursorStore {
  #cursor: Cursor | null = null
  readonly #hearers = new Set<(cursor: Cursor | null) => void>()
  #told: number | null = null

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    const stop = this.bridge.on('workspaces.pointed', (cursor) => this.#show(cursor))
    return () => {
      stop()
      if (this.#told !== null) cancelAnimationFrame(this.#told)
    }
  }

  get now(): Cursor | null {
    return this.#cursor
  }

  /** Shown here at once, and in the other windows with the next frame. Null: nobody points any more. */
  point(cursor: Cursor | null): void {
    if (cursor === null && this.#cursor === null) return
    this.#show(cursor)
    this.#told ??= requestAnimationFrame(() => {
      this.#told = null
      void this.bridge.call.workspaces.point(this.#cursor)
    })
  }

  /** Called at once, with every move of the pointer: mark for painting, and paint later. */
  hear(hear: (cursor: Cursor | null) => void): () => void {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }

  #show(cursor: Cursor | null): void {
    this.#cursor = cursor
    for (const hear of this.#hearers) hear(cursor)
  }
}
