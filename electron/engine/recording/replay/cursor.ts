import type { LoggedItem } from '../log/lines'
import type { Position } from './position'

/** The items after a position, one at a time. */
export class Cursor {
  #items: readonly LoggedItem[] = []
  #index = 0

  constructor(readonly position: Position) {}

  /** Undefined if more has to be loaded first. */
  get next(): LoggedItem | undefined {
    return this.#items[this.#index]
  }

  take(): void {
    this.#index += 1
  }

  /** False at the end of the log. */
  async load(): Promise<boolean> {
    if (this.next) return true
    this.#items = await this.position.next()
    this.#index = 0
    return this.#items.length > 0
  }
}
