import type { BookState } from '#shared/contract/market/markets'
import type { Book } from '#shared/domain/market/book/index'
import type { Clock } from '../base/clock'
import type { HubCounts } from './counts'
import { BookStatus } from './book-status'
import { FollowedBook } from './followed-book'
import { ResyncBudget } from './resync-budget'
import type { SavedSync, SyncPhase } from './saved-sync'
import type { SideChecks } from './side-checks'
import { SnapshotDue } from './snapshot-due'
import { timeOf, type BookUpdate } from './update-buffer'
import { marketText } from '#shared/messages/market'

interface BookSyncPorts {
  readonly clock: Clock
  readonly counts: HubCounts
  /** Resubscribes, which brings a snapshot. */
  readonly resync: () => void
  readonly changed: () => void
}

/**
 * Keeps one book equal to the service's, and reports when it may not be. The service does not number its messages, so loss
 * shows only in contradictions: a crossed book, a clock that runs backwards, an unreadable frame.
 */
export class BookSync {
  readonly book: Book
  readonly #followed: FollowedBook
  #phase: SyncPhase = 'closed'
  #silent = false
  #hadSnapshot = false
  #resyncWanted = false
  readonly #status: BookStatus
  readonly #due = new SnapshotDue()
  readonly #budget = new ResyncBudget()

  constructor(private readonly ports: BookSyncPorts) {
    this.#followed = new FollowedBook(ports.counts)
    this.book = this.#followed.book
    this.#status = new BookStatus(ports.clock, ports.changed)
  }

  get sides(): SideChecks {
    return this.#followed.sides
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
    return this.#followed.crossed
  }

  /** Milliseconds since the epoch; 0 before the first. */
  get lastTime(): number {
    return this.#followed.lastTime
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
    else if (this.#phase === 'waiting') this.#followed.keep(message)
    else {
      counts.withoutSnapshot += 1
      this.#followed.note(timeOf(message))
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
      ...this.#followed.save(),
      phase: this.#phase,
      silent: this.#silent,
      hadSnapshot: this.#hadSnapshot,
      due: this.#due.save(),
      resyncWanted: this.#resyncWanted,
      status: this.#status.save(),
      budget: this.#budget.save()
    }
  }

  restore(saved: SavedSync): void {
    this.#followed.restore(saved)
    this.#phase = saved.phase
    this.#silent = saved.silent
    this.#hadSnapshot = saved.hadSnapshot
    this.#due.restore(saved.due)
    this.#resyncWanted = saved.resyncWanted
    this.#status.restore(saved.status)
    this.#budget.restore(saved.budget)
  }

  #snapshot(message: BookUpdate, at: number): void {
    const goesBack =
      (this.#phase === 'following' || this.#phase === 'doubting') && this.#followed.isBeforeLast(message)
    const doubt = this.#followed.replace(message, at)
    this.#due.cancel()
    this.#resyncWanted = false
    this.#hadSnapshot = true
    this.#phase = 'following'
    if (goesBack) this.#doubt(marketText.book.olderSnapshot)
    else if (doubt !== null) this.#doubt(doubt)
    else this.#setFollowing(null)
  }

  #update(message: BookUpdate, at: number): void {
    if (this.#followed.isNewer(message)) {
      this.#followed.apply(message)
      return this.#judgeCrossing(at)
    }
    const doubt = this.#followed.late(message, at)
    if (doubt !== null) this.#doubt(doubt)
  }

  #judgeCrossing(now: number): void {
    if (!this.#followed.judgeCrossing(now)) return
    if (!this.#followed.crossed) this.#resyncWanted = false
    else {
      this.ports.counts.crossed += 1
      // A crossed snapshot is the service's own book: it stays live, and a new one is requested later.
      if (this.#followed.crossedBySnapshot) this.#resyncWanted = true
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
    this.#followed.reset()
    this.#due.cancel()
  }

  #setFollowing(reason: string | null): void {
    this.#status.set(this.#silent ? 'stale' : 'live', reason)
  }
}
