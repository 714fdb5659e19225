import { Emitter } from '#shared/domain/base/emitter'
import type { Bridge } from '#shared/contract/index'
import type { Cursor } from '#shared/contract/workspace/workspaces'

export class CursorStore {
  #cursor: Cursor | null = null
  readonly #changed = new Emitter<Cursor | null>()
  /** Called with every move of the pointer, so painting must be deferred. */
  readonly onChange = this.#changed.on
  #sending: number | null = null

  constructor(private readonly bridge: Bridge) {}

  start(): () => void {
    const stop = this.bridge.on('workspaces.pointed', (cursor) => this.#show(cursor))
    return () => {
      stop()
      if (this.#sending !== null) cancelAnimationFrame(this.#sending)
    }
  }

  get now(): Cursor | null {
    return this.#cursor
  }

  /** Applied here at once and in other windows with the next frame; null: no cursor. */
  point(cursor: Cursor | null): void {
    if (cursor === null && this.#cursor === null) return
    this.#show(cursor)
    this.#sending ??= requestAnimationFrame(() => {
      this.#sending = null
      void this.bridge.call.workspaces.point(this.#cursor)
    })
  }

  #show(cursor: Cursor | null): void {
    this.#cursor = cursor
    this.#changed.fire(cursor)
  }
}
