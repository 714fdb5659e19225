import type { MarketMessage } from '#shared/domain/market/messages'
import { book, type PackedMessage } from '#shared/domain/market/packed'
import { splitTime } from '#shared/domain/market/tape/split-time'
import type { MarketSink } from '../types'

/** For the service's clock: its timestamps of new updates and snapshots. `at` is monotonic. */
export interface BookTimes {
  updateTime(seconds: number, nanoseconds: number, at: number): void
  snapshotTime(seconds: number, nanoseconds: number, at: number): void
}

/** The same sink, with the times of books noted before they take effect. */
export const withBookTimes = (sink: MarketSink, times: BookTimes): MarketSink => ({
  packed(message: PackedMessage, at: number) {
    if (message.kind === book) note(times, message, at)
    sink.packed(message, at)
  },
  exact(message: MarketMessage, at: number) {
    if (message.kind === 'book') note(times, { ...splitTime(message.time), snapshot: message.snapshot }, at)
    sink.exact(message, at)
  },
  garbled: (market) => sink.garbled(market)
})

function note(
  times: BookTimes,
  { snapshot, seconds, nanoseconds }: Pick<PackedMessage, 'snapshot' | 'seconds' | 'nanoseconds'>,
  at: number
): void {
  if (snapshot) times.snapshotTime(seconds, nanoseconds, at)
  else times.updateTime(seconds, nanoseconds, at)
}
