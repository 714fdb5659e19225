import type { BookMessage } from '#shared/domain/market/messages'
import { copyPacked, PackedMessage } from '#shared/domain/market/packed'
import { nanosecondsInSecond } from '#shared/domain/base/time'
import type { ServiceTime } from './time-order'

export type BookUpdate = PackedMessage | BookMessage

/** Of levels; a minute of a lively market. */
const maxLevels = 200_000

export const timeOf = (message: BookUpdate): ServiceTime =>
  message instanceof PackedMessage
    ? message
    : {
        seconds: Number(message.time / nanosecondsInSecond),
        nanoseconds: Number(message.time % nanosecondsInSecond)
      }

/** Updates that came before the snapshot they belong to. */
export class UpdateBuffer {
  #updates: BookUpdate[] = []
  #levels = 0
  #overflowed = false

  get size(): number {
    return this.#updates.length
  }

  /** Something was let go of, so a snapshot cannot be brought up to date from here. */
  get overflowed(): boolean {
    return this.#overflowed
  }

  add(update: BookUpdate): void {
    // One more for the message itself, which may hold none.
    this.#levels +=
      1 +
      (update instanceof PackedMessage ? update.bids + update.asks : update.bids.length + update.asks.length)
    if (this.#levels > maxLevels) {
      this.clear()
      this.#overflowed = true
    }
    this.#updates.push(update instanceof PackedMessage ? copyPacked(update) : update)
  }

  /** In the order in which they came; afterwards it is empty. */
  take(): readonly BookUpdate[] {
    const updates = this.#updates
    this.clear()
    return updates
  }

  clear(): void {
    this.#updates = []
    this.#levels = 0
    this.#overflowed = false
  }
}
