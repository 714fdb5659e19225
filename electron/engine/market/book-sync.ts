import type { BookState } from '#shared/contract/market/markets'
import { Book } from '#shared/domain/market/book/index'
import { PackedMessage } from '#shared/domain/market/packed'
import type { Clock } from '../base/clock'
import type { HubCounts } from './counts'
import { bookReasons } from './book-reasons'
import { Crossing } from './crossing'
import { ResyncBudget } from './resync-budget'
import { isAfter, orderOf, type ServiceTime } from './time-order'
import { timeOf, UpdateBuffer, type BookUpdate } from './update-buffer'

interface BookSyncPorts {
  readonly clock: Clock
  readonly counts: HubCounts
  /** Gives the subscription up and takes it anew, which brings a snapshot. */
  readonly resync: () => void
  readonly changed: () => void
}

/** A confirmed subscription owes a snapshot within so long; one that is not confirmed is slow, up to a point. */
export const snapshotLimit = 10_000
export const confirmationLimit = 45_000
/** An update may cross its snapshot on the way, but only by so much. */
const race = { arrivesWithin: 1000, seconds: 5 }
/** So many snapshots with unclear times in a row, and the service's times are simply that coarse. */
const maxUnclear = 3

/**
 * `closed`: no subscription. `waiting`: subscribed or about to be, updates are kept. `following`: a snapshot came and
 * updates are applied. `doubting`: something is known to be wrong, and a new snapshot is asked for or to be asked for.
 */
type Phase = 'closed' | 'waiting' | 'following' | 'doubting'

/**
 * Keeps one book equal to the service's as far as anybody can know it, and says when it is not. The service numbers
 * nothing, so loss shows only in what cannot be: a crossed book, a clock that runs backwards, a garbled frame.
 */
export class BookSync {
  readonly book = new Book()
  #phase: Phase = 'closed'
  #state: BookState = 'idle'
  #since: number
  #reason: string | null = null
  #silent = false
  #hadSnapshot = false
  #snapshotTime: ServiceTime = { seconds: 0, nanoseconds: 0 }
  #lastSeconds = 0
  #lastNanoseconds = 0
  #snapshotAt = 0
  #snapshotDue: number | null = null
  #confirmed = false
  /** Snapshots in a row whose time could not be told from that of an update. */
  #unclear = 0
  #snapshotUnclear = false
  #resyncWanted = false
  #crossedBySnapshot = false
  readonly #buffer = new UpdateBuffer()
  readonly #crossing = new Crossing()
  readonly #budget = new ResyncBudget()

  constructor(private readonly ports: BookSyncPorts) {
    this.#since = ports.clock.wall()
  }

  get state(): BookState {
    return this.#state
  }

  get since(): number {
    return this.#since
  }

  get reason(): string | null {
    return this.#reason
  }

  get crossed(): boolean {
    return this.#crossing.flagged
  }

  /** The service's time of the last message, in milliseconds since the epoch; 0 before the first. */
  get lastTime(): number {
    return this.#lastSeconds * 1000 + this.#lastNanoseconds / 1e6
  }

  /** Whether the book can be judged by: it was right a moment ago, whatever the socket does. */
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

  /** A socket is open: what was subscribed on the last one starts over. */
  opened(): void {
    this.#wait(this.#hadSnapshot ? bookReasons.reconnected : null)
  }

  lost(): void {
    this.#close(this.#hadSnapshot ? bookReasons.lost : null)
  }

  /** The subscription is being given up: what still comes belongs to it, not to the next one. */
  closing(): void {
    this.#close(this.#reason)
  }

  closed(): void {
    this.#wait(null)
  }

  subscribed(at: number): void {
    // A server may confirm after it has begun.
    if (this.#phase !== 'waiting') return
    this.#snapshotDue = at + snapshotLimit
    this.#confirmed = true
    if (this.#state === 'refused') this.#set('awaiting', null)
  }

  refused(sentence: string): void {
    this.#withdraw('closed', sentence)
  }

  /** It is asked for again: a snapshot may still come. */
  declined(sentence: string): void {
    this.#withdraw('waiting', sentence)
  }

  garbled(): void {
    this.ports.counts.garbled += 1
    if (this.#phase === 'following') this.#doubt(bookReasons.unreadable)
  }

  /** Nothing at all came on the socket for the limit, or something does again. */
  heard(silent: boolean): void {
    if (silent === this.#silent) return
    this.#silent = silent
    if (this.#phase === 'following') this.#setFollowing(this.#reason)
  }

  /** What is judged by time alone. */
  tick(now: number): void {
    if (this.#snapshotDue !== null && now >= this.#snapshotDue) this.#overdue(now)
    if (this.#phase === 'following') this.#judgeCrossing(now)
    if (this.#resyncWanted) this.#resync(now)
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
    this.#snapshotDue = null
    this.#resyncWanted = false
    this.#hadSnapshot = true
    this.#phase = 'following'
    this.#note(time)
    const doubt = this.#catchUp()
    this.#crossing.clear()
    this.#crossedBySnapshot = this.book.crossed()
    this.#crossing.judge(this.#crossedBySnapshot, at)
    if (goesBack) this.#doubt(bookReasons.olderSnapshot)
    else if (doubt) this.#doubt(doubt)
    else this.#setFollowing(null)
  }

  /** Applies what came before the snapshot and is newer; returns why that could not be told, if so. */
  #catchUp(): string | null {
    const { counts } = this.ports
    const overflowed = this.#buffer.overflowed
    if (!this.#snapshotUnclear) this.#unclear = 0
    this.#snapshotUnclear = false
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
    if (overflowed) return bookReasons.overflow
    return unclear && this.#doubtsTimes() ? bookReasons.coarseTimes : null
  }

  /** Each snapshot counts once; after some of them the service's times are known to be coarse. */
  #doubtsTimes(): boolean {
    if (!this.#snapshotUnclear) this.#unclear += 1
    this.#snapshotUnclear = true
    return this.#unclear <= maxUnclear
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

  /** Not newer than the snapshot, yet after it: held by it already, or the service's clock was set back. */
  #late(message: BookUpdate, time: ServiceTime, at: number): void {
    const { counts } = this.ports
    const order = orderOf(time, this.#snapshotTime)
    if (order === 'unclear') {
      counts.unclearTimes += 1
      // In a stream that keeps its order, what comes later is newer.
      this.#apply(message)
      if (this.#doubtsTimes()) this.#doubt(bookReasons.coarseTimes)
      return
    }
    const inTheRace =
      at - this.#snapshotAt < race.arrivesWithin && this.#snapshotTime.seconds - time.seconds < race.seconds
    counts.olderThanSnapshot += 1
    if (!inTheRace) this.#doubt(bookReasons.clockSetBack)
  }

  #judgeCrossing(now: number): void {
    const crossed = this.book.crossed()
    this.#crossedBySnapshot &&= crossed
    if (!this.#crossing.judge(crossed, now)) return
    if (!this.#crossing.flagged) this.#resyncWanted = false
    else {
      this.ports.counts.crossed += 1
      // What the service itself sent as a whole is genuine: it stays live, and is only asked for again at leisure.
      if (this.#crossedBySnapshot) this.#resyncWanted = true
      else this.#doubt(bookReasons.crossed)
    }
    this.ports.changed()
  }

  #doubt(reason: string): void {
    this.#phase = 'doubting'
    this.#forget()
    this.#set('rebuilding', reason)
    this.#resync(this.ports.clock.monotonic())
  }

  /** The snapshot may yet come, before a new subscription does, and then needs what came meanwhile. */
  #overdue(now: number): void {
    this.#snapshotDue = now + confirmationLimit
    this.#set(this.#behind, this.#confirmed ? bookReasons.noSnapshot : bookReasons.notConfirmed)
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
      this.#forget()
      this.#set('rebuilding', bookReasons.crossed)
    }
    counts.resyncs += 1
    this.ports.resync()
  }

  #wait(reason: string | null): void {
    this.#phase = 'waiting'
    this.#forget()
    this.#resyncWanted = false
    this.#confirmed = false
    this.#snapshotDue = this.ports.clock.monotonic() + confirmationLimit
    this.#set(this.#behind, reason ?? this.#reason)
  }

  get #behind(): BookState {
    return this.#hadSnapshot ? 'rebuilding' : 'awaiting'
  }

  #close(reason: string | null): void {
    this.#phase = 'closed'
    this.#forget()
    this.#resyncWanted = false
    this.#set(this.#hadSnapshot ? 'rebuilding' : 'idle', reason)
  }

  #withdraw(phase: Phase, sentence: string): void {
    this.#phase = phase
    this.#forget()
    this.book.clear()
    this.#resyncWanted = false
    this.#confirmed = false
    this.#hadSnapshot = false
    this.#set('refused', sentence)
  }

  #forget(): void {
    this.#buffer.clear()
    this.#crossing.clear()
    this.#snapshotDue = null
  }

  #note({ seconds, nanoseconds }: ServiceTime): void {
    this.#lastSeconds = seconds
    this.#lastNanoseconds = nanoseconds
  }

  #setFollowing(reason: string | null): void {
    this.#set(this.#silent ? 'stale' : 'live', reason)
  }

  #set(state: BookState, reason: string | null): void {
    if (state !== this.#state) this.#since = this.ports.clock.wall()
    else if (reason === this.#reason) return
    this.#state = state
    this.#reason = reason
    this.ports.changed()
  }
}
