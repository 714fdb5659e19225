import * as v from 'valibot'
import type { BookMessage } from '#shared/domain/market/messages'
import { copyPacked, PackedMessage } from '#shared/domain/market/packed'
import { nanosecondsInSecond } from '#shared/domain/base/time'
import { savedCount } from './saved'
import { restoreUpdate, savedUpdate, saveUpdate } from './saved-update'
import type { ServiceTime } from './time-order'

export type BookUpdate = PackedMessage | BookMessage

/** About a minute of a busy market. */
const maxLevels = 200_000

export const timeOf = (message: BookUpdate): ServiceTime =>
  message instanceof PackedMessage
    ? message
    : {
        seconds: Number(message.time / nanosecondsInSecond),
        nanoseconds: Number(message.time % nanosecondsInSecond)
      }

export const savedBuffer = v.object({
  updates: v.pipe(v.array(savedUpdate), v.maxLength(maxLevels)),
  levels: savedCount,
  overflowed: v.boolean()
})
type SavedBuffer = v.InferOutput<typeof savedBuffer>

/** Updates that arrived before their snapshot. */
export class UpdateBuffer {
  #updates: BookUpdate[] = []
  #levels = 0
  #overflowed = false

  get size(): number {
    return this.#updates.length
  }

  /** Updates were dropped, so a snapshot cannot be brought up to date. */
  get overflowed(): boolean {
    return this.#overflowed
  }

  add(update: BookUpdate): void {
    // Counts the message too, which may be empty.
    this.#levels +=
      1 +
      (update instanceof PackedMessage ? update.bids + update.asks : update.bids.length + update.asks.length)
    if (this.#levels > maxLevels) {
      this.clear()
      this.#overflowed = true
    }
    this.#updates.push(update instanceof PackedMessage ? copyPacked(update) : update)
  }

  /** In order of arrival; empties the buffer. */
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

  save(): SavedBuffer {
    return { updates: this.#updates.map(saveUpdate), levels: this.#levels, overflowed: this.#overflowed }
  }

  restore({ updates, levels, overflowed }: SavedBuffer): void {
    this.#updates = updates.map(restoreUpdate)
    this.#levels = levels
    this.#overflowed = overflowed
  }
}
