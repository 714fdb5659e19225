import type { LoggedItem } from '../log/lines'
import type { LogCursor } from './log-cursor'
import { compareTimes, type LogTime } from './log-time'
import type { RecordedHub } from './recorded-hub'

/** A time of a recording: the markets then, and the items that follow. */
export interface Position {
  readonly hub: RecordedHub
  /** The next items in order, or none at the end of what is recorded. */
  next(): Promise<readonly LoggedItem[]>
  /** Closes its file, which `next` opens again. */
  close(): Promise<void>
}

/** Milliseconds of the log, which pass in a few. */
const maxAdvance = 300_000

/** Items after which members that are read ahead get a turn. */
const maxApplied = 100

/** Gives other work a turn. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

export class LogPosition implements Position {
  #pending: readonly LoggedItem[] = []
  #applied = 0
  /** The first item that its trades and candles follow from. */
  firstSeq = 1

  constructor(
    readonly hub: RecordedHub,
    private readonly cursor: LogCursor
  ) {}

  async next(): Promise<readonly LoggedItem[]> {
    const pending = this.#pending
    this.#pending = []
    return pending.length > 0 ? pending : this.cursor.next()
  }

  /** Applies all items up to this number. */
  applyUpTo(seq: number, signal?: AbortSignal): Promise<void> {
    return this.#apply(seq, (item) => item.seq <= seq, signal)
  }

  /** Applies the members before the one with the item `seq`, and of that one what arrived up to the time. */
  applyUntil(seq: number, at: LogTime, signal?: AbortSignal): Promise<void> {
    return this.#apply(seq, (item) => compareTimes(item, at) <= 0, signal)
  }

  /** Applies the items before the first one that arrived after a time. */
  async applyThrough(at: LogTime, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const items = await this.next()
      const after = items.findIndex((item) => compareTimes(item, at) > 0)
      const taken = after < 0 ? items.length : after
      for (let index = 0; index < taken; index++) this.hub.apply(items[index]!)
      this.#pending = items.slice(taken)
      this.#applied += taken
      if (this.#applied >= maxApplied) {
        this.#applied = 0
        await pause()
      }
      if (after >= 0 || items.length === 0) return
    }
  }

  /** The next item; undefined at the end of what is recorded. */
  async peek(): Promise<LoggedItem | undefined> {
    if (this.#pending.length === 0) this.#pending = await this.cursor.next()
    return this.#pending[0]
  }

  /** Passes the time in which nothing arrived, which may be long. */
  async advanceTo(at: LogTime, signal?: AbortSignal): Promise<void> {
    while (at.milliseconds - this.hub.now > maxAdvance) {
      this.hub.advanceTo({ milliseconds: Math.floor(this.hub.now) + maxAdvance, nanoseconds: 0 })
      await pause()
      signal?.throwIfAborted()
    }
    this.hub.advanceTo(at)
  }

  close(): Promise<void> {
    return this.cursor.close()
  }

  /** @param isWanted in the member with the item `seq`: items up to the last one that is */
  async #apply(seq: number, isWanted: (item: LoggedItem) => boolean, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const items = await this.next()
      const isLast = (items.at(-1)?.seq ?? Infinity) >= seq
      const taken = isLast ? items.findLastIndex(isWanted) + 1 : items.length
      for (let index = 0; index < taken; index++) this.hub.apply(items[index]!)
      this.#pending = items.slice(taken)
      if (isLast) return
      await pause()
    }
  }
}
