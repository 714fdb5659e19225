import type { BookState } from '#shared/contract/market/markets'
import { Book } from '#shared/domain/market/book/index'
import { PackedMessage } from '#shared/domain/market/packed'
import type { Clock } from '../base/clock'
import type { HubCounts } from './counts'
import { BookStatus } from './book-status'
import { Crossing } from './crossing'
import { ResyncBudget } from './resync-budget'
import type { SavedSync, SyncPhase } from './saved-sync'
import { SnapshotDue } from './snapshot-due'
import { isAfter, orderOf, type ServiceTime } from './time-order'
import { UnclearTimes } from './unclear-times'
import { timeOf, UpdateBuffer, type BookUpdate } from './update-buffer'
import { marketText } from '#shared/messages/market'

export { confirmationLimit, snapshotLimit } from './snapshot-due'

interface BookSyncPorts {
  readonly clock: Clock
  readonly counts: HubCounts
  /** Resubscribes, which brings a snapshot. */
  readonly resync: () => void
  readonly changed: () => void
}

/** How far an update may overtake its snapshot. */
const race = { arrivesWithin: 1000, seconds: 5 }

/**
 * Keeps one book equal to the service's, and reports when it may not be. The service does not number its messages, so loss
 * shows only in contradictions: a crossed book, a clock that runs backwards, an unreadable frame.
 */
export class BookSync {
  readonly book = new Book()
  #phase: SyncPhase = 'closed'
  #silent = false
  #hadSnapshot = false
  #snapshotTime: ServiceTime = { seconds: 0, nanoseconds: 0 }
  #lastSeconds = 0
  #lastNanoseconds = 0
  #snapshotAt = 0
  #resyncWanted = false
  #crossedBySnapshot = false
  readonly #status: BookStatus
  readonly #due = new SnapshotDue()
  readonly #unclearTimes = new UnclearTimes()
  readonly #buffer = new UpdateBuffer()
  readonly #crossing = new Crossing()
  readonly #budget = new ResyncBudget()

  constructor(private readonly ports: BookSyncPorts) {
    this.#status = new BookStatus(ports.clock, ports.changed)
  }

  get state(): BookState {
    return this.#status.state
  }

  get since(): number {
    return this.#status.since
  }

  get reason(): string | null {
    return this.#status.reason
  }

  get crossed(): boolean {
    return this.#crossing.flagged
  }

  /** Milliseconds since the epoch; 0 before the first. */
  get lastTime(): number {
    return this.#lastSeconds * 1000 + this.#lastNanoseconds / 1e6
  }

  /** Right until now, whatever the socket does. */
  get following(): boolean {
    return this.#phase === 'following'
  }

  receive(message: BookUpdate, at: number): void {
    const { snapshot } = message
    if (this.#phase === 'following' && !snapshot) return this.#update(message, at)
    const { counts } = this.ports
    if (this.#phase === 'closed') counts.afterClosing += 1
    else if (snapshot) this.#snapshot(message, at)
    else if (this.#phase === 'waiting') {
      counts.buffered += 1
      this.#buffer.add(message)
    } else {
      counts.withoutSnapshot += 1
      this.#note(timeOf(message))
    }
  }

  /** Subscriptions restart on the new socket. */
  opened(): void {
    this.#wait(this.#hadSnapshot ? marketText.book.reconnected : null)
  }

  lost(): void {
    this.#close(this.#hadSnapshot ? marketText.book.lost : null)
  }

  /** Nothing follows; the book stays as it was. */
  ended(): void {
    this.#hadSnapshot = false
    this.#close(null)
  }

  /** Remaining messages belong to the ending subscription. */
  closing(): void {
    this.#close(this.reason)
  }

  closed(): void {
    this.#wait(null)
  }

  subscribed(at: number): void {
    // A service may confirm after the first data.
    if (this.#phase !== 'waiting') return
    this.#due.confirmed(at)
    if (this.state === 'refused') this.#status.set('awaiting', null)
  }

  refused(sentence: string): void {
    this.#withdraw('closed', sentence)
  }

  /** The subscription is retried, so a snapshot may still arrive. */
  declined(sentence: string): void {
    this.#withdraw('waiting', sentence)
  }

  garbled(): void {
    this.ports.counts.garbled += 1
    if (this.#phase === 'following') this.#doubt(marketText.book.unreadable)
  }

  /** No data arrived within the limit, or data arrives again. */
  setSilent(silent: boolean): void {
    if (silent === this.#silent) return
    this.#silent = silent
    if (this.#phase === 'following') this.#setFollowing(this.reason)
  }

  tick(now: number): void {
    if (this.#due.isOver(now)) this.#overdue(now)
    if (this.#phase === 'following') this.#judgeCrossing(now)
    if (this.#resyncWanted) this.#resync(now)
  }

  /** Messages may be missing: the book is unknown until the next snapshot, whatever the session was doing. */
  missed(): void {
    if (this.#phase === 'closed') this.#phase = 'waiting'
    if (this.#phase !== 'following') return
    this.#phase = 'doubting'
    this.#reset()
    this.#status.set('rebuilding', marketText.book.notRecorded)
  }

  save(): SavedSync {
    return {
      book: this.book.save(),
      phase: this.#phase,
      silent: this.#silent,
      hadSnapshot: this.#hadSnapshot,
      snapshotTime: this.#snapshotTime,
      last: { seconds: this.#lastSeconds, nanoseconds: this.#lastNanoseconds },
      snapshotAt: this.#snapshotAt,
      due: this.#due.save(),
      resyncWanted: this.#resyncWanted,
      crossedBySnapshot: this.#crossedBySnapshot,
      status: this.#status.save(),
      unclearTimes: this.#unclearTimes.save(),
      buffer: this.#buffer.save(),
      crossing: this.#crossing.save(),
      budget: this.#budget.save()
    }
  }

  restore(saved: SavedSync): void {
    this.book.restore(saved.book)
    this.#phase = saved.phase
    this.#silent = saved.silent
    this.#hadSnapshot = saved.hadSnapshot
    this.#snapshotTime = saved.snapshotTime
    this.#note(saved.last)
    this.#snapshotAt = saved.snapshotAt
    this.#due.restore(saved.due)
    this.#resyncWanted = saved.resyncWanted
    this.#crossedBySnapshot = saved.crossedBySnapshot
    this.#status.restore(saved.status)
    this.#unclearTimes.restore(saved.unclearTimes)
    this.#buffer.restore(saved.buffer)
    this.#crossing.restore(saved.crossing)
    this.#budget.restore(saved.budget)
  }

  #snapshot(message: BookUpdate, at: number): void {
    const time = timeOf(message)
    const goesBack =
      (this.#phase === 'following' || this.#phase === 'doubting') &&
      isAfter({ seconds: this.#lastSeconds, nanoseconds: this.#lastNanoseconds }, time)
    if (message instanceof PackedMessage) this.book.replace(message)
    else this.book.replaceExact(message)
    this.#snapshotTime = { seconds: time.seconds, nanoseconds: time.nanoseconds }
    this.#snapshotAt = at
    this.#due.cancel()
    this.#resyncWanted = false
    this.#hadSnapshot = true
    this.#phase = 'following'
    this.#note(time)
    const doubt = this.#catchUp()
    this.#crossing.clear()
    this.#crossedBySnapshot = this.book.crossed()
    this.#crossing.judge(this.#crossedBySnapshot, at)
    if (goesBack) this.#doubt(marketText.book.olderSnapshot)
    else if (doubt) this.#doubt(doubt)
    else this.#setFollowing(null)
  }

  /** Applies buffered updates newer than the snapshot; returns a reason to doubt the result. */
  #catchUp(): string | null {
    const { counts } = this.ports
    const overflowed = this.#buffer.overflowed
    this.#unclearTimes.snapshot()
    let unclear = false
    for (const update of this.#buffer.take()) {
      const order = orderOf(timeOf(update), this.#snapshotTime)
      if (order === 'unclear') {
        counts.unclearTimes += 1
        unclear = true
      }
      if (isAfter(timeOf(update), this.#snapshotTime)) this.#apply(update)
      else counts.olderThanSnapshot += 1
    }
    if (overflowed) return marketText.book.overflow
    return unclear && this.#unclearTimes.found() ? marketText.book.coarseTimes : null
  }

  #update(message: BookUpdate, at: number): void {
    const time = timeOf(message)
    if (!isAfter(time, this.#snapshotTime)) return this.#late(message, time, at)
    this.#apply(message)
    this.#judgeCrossing(at)
  }

  #apply(message: BookUpdate): void {
    if (message instanceof PackedMessage) this.book.update(message)
    else this.book.updateExact(message)
    this.#note(timeOf(message))
  }

  /** Arrived after the snapshot but is not newer: the snapshot contains it, or the service's clock was set back. */
  #late(message: BookUpdate, time: ServiceTime, at: number): void {
    const { counts } = this.ports
    const order = orderOf(time, this.#snapshotTime)
    if (order === 'unclear') {
      counts.unclearTimes += 1
      // In an ordered stream, later messages are newer.
      this.#apply(message)
      if (this.#unclearTimes.found()) this.#doubt(marketText.book.coarseTimes)
      return
    }
    const inTheRace =
      at - this.#snapshotAt < race.arrivesWithin && this.#snapshotTime.seconds - time.seconds < race.seconds
    counts.olderThanSnapshot += 1
    if (!inTheRace) this.#doubt(marketText.book.clockSetBack)
  }

  #judgeCrossing(now: number): void {
    const crossed = this.book.crossed()
    this.#crossedBySnapshot &&= crossed
    if (!this.#crossing.judge(crossed, now)) return
    if (!this.#crossing.flagged) this.#resyncWanted = false
    else {
      this.ports.counts.crossed += 1
      // A crossed snapshot is the service's own book: it stays live, and a new one is requested later.
      if (this.#crossedBySnapshot) this.#resyncWanted = true
      else this.#doubt(marketText.book.crossed)
    }
    this.ports.changed()
  }

  #doubt(reason: string): void {
    this.#phase = 'doubting'
    this.#reset()
    this.#status.set('rebuilding', reason)
    this.#resync(this.ports.clock.monotonic())
  }

  /** Updates stay buffered, because the snapshot may arrive before the new subscription. */
  #overdue(now: number): void {
    const { noSnapshot, notConfirmed } = marketText.book
    this.#status.set(this.#behind, this.#due.isConfirmed ? noSnapshot : notConfirmed)
    this.#due.again(now)
    this.#resync(now)
  }

  #resync(now: number): void {
    const { counts } = this.ports
    if (!this.#budget.take(now)) {
      if (!this.#resyncWanted) counts.resyncsPutOff += 1
      this.#resyncWanted = true
      return
    }
    this.#resyncWanted = false
    if (this.#phase === 'following') {
      this.#phase = 'doubting'
      this.#reset()
      this.#status.set('rebuilding', marketText.book.crossed)
    }
    counts.resyncs += 1
    this.ports.resync()
  }

  #wait(reason: string | null): void {
    this.#phase = 'waiting'
    this.#reset()
    this.#resyncWanted = false
    this.#due.requested(this.ports.clock.monotonic())
    this.#status.set(this.#behind, reason ?? this.reason)
  }

  get #behind(): BookState {
    return this.#hadSnapshot ? 'rebuilding' : 'awaiting'
  }

  #close(reason: string | null): void {
    this.#phase = 'closed'
    this.#reset()
    this.#resyncWanted = false
    this.#status.set(this.#hadSnapshot ? 'rebuilding' : 'idle', reason)
  }

  #withdraw(phase: SyncPhase, sentence: string): void {
    this.#phase = phase
    this.#reset()
    this.book.clear()
    this.#resyncWanted = false
    this.#due.unconfirmed()
    this.#hadSnapshot = false
    this.#status.set('refused', sentence)
  }

  #reset(): void {
    this.#buffer.clear()
    this.#crossing.clear()
    this.#due.cancel()
  }

  #note({ seconds, nanoseconds }: ServiceTime): void {
    this.#lastSeconds = seconds
    this.#lastNanoseconds = nanoseconds
  }

  #setFollowing(reason: string | null): void {
    this.#status.set(this.#silent ? 'stale' : 'live', reason)
  }
}
