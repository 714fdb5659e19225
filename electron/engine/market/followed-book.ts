import { Book } from '#shared/domain/market/book/index'
import { PackedMessage } from '#shared/domain/market/packed'
import { marketText } from '#shared/messages/market'
import type { HubCounts } from './counts'
import { Crossing } from './crossing'
import type { SavedSync } from './saved-sync'
import { SideChecks } from './side-checks'
import { isAfter, orderOf, type ServiceTime } from './time-order'
import { UnclearTimes } from './unclear-times'
import { timeOf, UpdateBuffer, type BookUpdate } from './update-buffer'

/** How far an update may overtake its snapshot. */
const race = { arrivesWithin: 1000, seconds: 5 }

type SavedFollowed = Pick<
  SavedSync,
  | 'book'
  | 'snapshotTime'
  | 'last'
  | 'snapshotAt'
  | 'crossedBySnapshot'
  | 'unclearTimes'
  | 'buffer'
  | 'crossing'
  | 'sides'
>

/** A book with its messages in order. Contradictions between them are reasons to doubt it. */
export class FollowedBook {
  readonly book = new Book()
  readonly sides = new SideChecks()
  #snapshotTime: ServiceTime = { seconds: 0, nanoseconds: 0 }
  #lastSeconds = 0
  #lastNanoseconds = 0
  #snapshotAt = 0
  #crossedBySnapshot = false
  readonly #unclearTimes = new UnclearTimes()
  readonly #buffer = new UpdateBuffer()
  readonly #crossing = new Crossing()

  constructor(private readonly counts: HubCounts) {}

  get crossed(): boolean {
    return this.#crossing.flagged
  }

  /** The snapshot was crossed, and the book still is. */
  get crossedBySnapshot(): boolean {
    return this.#crossedBySnapshot
  }

  /** Milliseconds since the epoch; 0 before the first. */
  get lastTime(): number {
    return this.#lastSeconds * 1000 + this.#lastNanoseconds / 1e6
  }

  note({ seconds, nanoseconds }: ServiceTime): void {
    this.#lastSeconds = seconds
    this.#lastNanoseconds = nanoseconds
  }

  isBeforeLast(message: BookUpdate): boolean {
    return isAfter({ seconds: this.#lastSeconds, nanoseconds: this.#lastNanoseconds }, timeOf(message))
  }

  /** Until the snapshot. */
  keep(message: BookUpdate): void {
    this.counts.buffered += 1
    this.#buffer.add(message)
  }

  /** Returns a reason to doubt the result. */
  replace(message: BookUpdate, at: number): string | null {
    const time = timeOf(message)
    this.sides.clear()
    if (message instanceof PackedMessage) this.book.replace(message)
    else this.book.replaceExact(message)
    this.#snapshotTime = { seconds: time.seconds, nanoseconds: time.nanoseconds }
    this.#snapshotAt = at
    this.note(time)
    const doubt = this.#catchUp()
    this.#crossing.clear()
    this.#crossedBySnapshot = this.book.crossed()
    this.#crossing.judge(this.#crossedBySnapshot, at)
    return doubt
  }

  isNewer(message: BookUpdate): boolean {
    return isAfter(timeOf(message), this.#snapshotTime)
  }

  apply(message: BookUpdate): void {
    if (message instanceof PackedMessage) this.book.update(message)
    else this.book.updateExact(message)
    this.sides.updated(this.book)
    this.note(timeOf(message))
  }

  /**
   * Arrived after the snapshot but is not newer: the snapshot contains it, or the service's clock was set back.
   * Returns a reason to doubt the book.
   */
  late(message: BookUpdate, at: number): string | null {
    const time = timeOf(message)
    if (orderOf(time, this.#snapshotTime) === 'unclear') {
      this.counts.unclearTimes += 1
      // In an ordered stream, later messages are newer.
      this.apply(message)
      return this.#unclearTimes.found() ? marketText.book.coarseTimes : null
    }
    const inTheRace =
      at - this.#snapshotAt < race.arrivesWithin && this.#snapshotTime.seconds - time.seconds < race.seconds
    this.counts.olderThanSnapshot += 1
    return inTheRace ? null : marketText.book.clockSetBack
  }

  /** Whether it became or ceased to be crossed. */
  judgeCrossing(now: number): boolean {
    const crossed = this.book.crossed()
    this.#crossedBySnapshot &&= crossed
    return this.#crossing.judge(crossed, now)
  }

  reset(): void {
    this.#buffer.clear()
    this.#crossing.clear()
    this.sides.clear()
  }

  save(): SavedFollowed {
    return {
      book: this.book.save(),
      snapshotTime: this.#snapshotTime,
      last: { seconds: this.#lastSeconds, nanoseconds: this.#lastNanoseconds },
      snapshotAt: this.#snapshotAt,
      crossedBySnapshot: this.#crossedBySnapshot,
      unclearTimes: this.#unclearTimes.save(),
      buffer: this.#buffer.save(),
      crossing: this.#crossing.save(),
      sides: this.sides.save()
    }
  }

  restore(saved: SavedFollowed): void {
    this.book.restore(saved.book)
    this.#snapshotTime = saved.snapshotTime
    this.note(saved.last)
    this.#snapshotAt = saved.snapshotAt
    this.#crossedBySnapshot = saved.crossedBySnapshot
    this.#unclearTimes.restore(saved.unclearTimes)
    this.#buffer.restore(saved.buffer)
    this.#crossing.restore(saved.crossing)
    if (saved.sides) this.sides.restore(saved.sides)
  }

  /** Applies buffered updates newer than the snapshot; returns a reason to doubt the result. */
  #catchUp(): string | null {
    const overflowed = this.#buffer.overflowed
    this.#unclearTimes.snapshot()
    let unclear = false
    for (const update of this.#buffer.take()) {
      if (orderOf(timeOf(update), this.#snapshotTime) === 'unclear') {
        this.counts.unclearTimes += 1
        unclear = true
      }
      if (this.isNewer(update)) this.apply(update)
      else this.counts.olderThanSnapshot += 1
    }
    if (overflowed) return marketText.book.overflow
    return unclear && this.#unclearTimes.found() ? marketText.book.coarseTimes : null
  }
}
