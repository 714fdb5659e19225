import { expect } from 'vitest'
import { BookSync } from '#engine/market/book-sync'
import { noCounts } from '#engine/market/counts'
import { HandClock } from '../hand-clock'
import { message, texts } from './messages'

/** A book that tests send messages to. */
export class BookSyncDesk {
  readonly clock = new HandClock()
  readonly counts = noCounts()
  resyncs = 0
  readonly sync = new BookSync({
    clock: this.clock,
    counts: this.counts,
    resync: () => this.resyncs++,
    changed: () => undefined
  })

  receive(...parts: Parameters<typeof message>): void {
    this.sync.receive(message(...parts), this.clock.monotonic())
  }

  bids = () => texts(this.sync.book.levels('bids', 100))

  advance(milliseconds: number): void {
    this.clock.advance(milliseconds)
    this.sync.tick(this.clock.monotonic())
  }

  /** As the session does for a resync. */
  resubscribe(): void {
    this.sync.closing()
    this.sync.closed()
    this.sync.subscribed(this.clock.monotonic())
  }

  live(): void {
    this.sync.opened()
    this.sync.subscribed(this.clock.monotonic())
    this.receive(true, 101, [['10', '1']], [['11', '2']])
    expect(this.sync.state).toBe('live')
  }
}
