import { formatDecimal } from '#shared/domain/base/decimal'
import type { LiveMarket } from '../types'
import { dayMilliseconds, maxPriceLength, type QuoteLine } from './line'
import { dayOf } from './quote-files'

/** Unchanged prices are confirmed this often, which bounds the unknown time after a crash. */
const markMilliseconds = 10_000

/** By the service's clock. */
interface Look {
  readonly now: number
  /** The last data of the stream. */
  readonly receivedAt: number
  /** Nothing is known since the last sample. */
  readonly interrupted: boolean
}

/** The recording of one market. */
export class Track {
  #live = false
  #since = 0
  #version = -1
  #bid: string | null = null
  #ask: string | null = null
  #lookedAt: number | null = null
  #startedAt = 0
  #receivedAt = 0
  #writtenAt = 0
  /** Whether the last sample changed the prices. */
  #changed = false

  constructor(
    /** Days since the epoch, and the line to write. */
    private readonly write: (day: number, line: QuoteLine) => void
  ) {}

  look(market: LiveMarket, { now, receivedAt, interrupted }: Look): void {
    const starts = interrupted || this.#lookedAt === null
    if (starts) this.#start(now)
    else this.#turnDay(this.#lookedAt!, now)
    const readable = market.state === 'live' && this.#read(market)
    if (!readable && starts) this.#put(now, 'G')
    else if (!readable) this.#end(receivedAt, now)
    else if (!this.#live) this.#begin(market, now)
    else if (market.since !== this.#since) {
      // It was briefly not live between two samples.
      this.#end(this.#unseen, now)
      this.#begin(market, now)
    } else if (this.#changed) this.#quote(now)
    else if (now - this.#writtenAt >= markMilliseconds) this.mark(now)
    this.#lookedAt = now
    this.#receivedAt = receivedAt
  }

  /** The last written line is valid until now. */
  mark(now: number): void {
    if (this.#lookedAt !== null) this.#put(now, this.#live ? '=' : 'G')
  }

  stop(market: LiveMarket, receivedAt: number, now: number): void {
    // It was not live for a while since the last sample.
    const wasInterrupted = market.since !== this.#since
    this.#end(wasInterrupted ? this.#unseen : receivedAt, now)
  }

  /** The market was released since the last sample. */
  vanish(now: number): void {
    this.#end(this.#unseen, now)
  }

  /** False if the prices cannot be written. */
  #read(market: LiveMarket): boolean {
    this.#changed = false
    if (this.#live && market.version === this.#version) return true
    this.#version = market.version
    const bid = priceOf(market, 'bids')
    const ask = priceOf(market, 'asks')
    this.#changed = bid !== this.#bid || ask !== this.#ask
    this.#bid = bid
    this.#ask = ask
    return (bid?.length ?? 0) <= maxPriceLength && (ask?.length ?? 0) <= maxPriceLength
  }

  /** The start of the unknown time since the last sample. */
  get #unseen(): number {
    return Math.min(this.#receivedAt, (this.#lookedAt ?? 0) + 1)
  }

  #start(now: number): void {
    this.#live = false
    this.#startedAt = now
    this.#put(now, 'S')
  }

  #begin(market: LiveMarket, now: number): void {
    this.#live = true
    this.#since = market.since
    this.#quote(now)
  }

  #end(from: number, now: number): void {
    if (!this.#live) return
    this.#live = false
    const start = Math.max(Math.min(from, now), this.#startedAt)
    if (dayOf(start) < dayOf(now)) this.#put(dayOf(now) * dayMilliseconds, 'G')
    this.#put(start, 'G')
    // Known until now.
    if (start < now) this.#put(now, 'G')
  }

  /** Each day's file can be read alone. */
  #turnDay(before: number, now: number): void {
    if (dayOf(before) === dayOf(now)) return
    const midnight = dayOf(now) * dayMilliseconds
    this.write(dayOf(before), { kind: this.#live ? '=' : 'G', at: dayMilliseconds })
    if (this.#live) this.#quote(midnight)
    else this.#put(midnight, 'G')
  }

  #quote(at: number): void {
    this.#writtenAt = at
    this.write(dayOf(at), { kind: 'Q', at: inDay(at), bid: this.#bid, ask: this.#ask })
  }

  #put(at: number, kind: 'S' | '=' | 'G'): void {
    this.#writtenAt = at
    this.write(dayOf(at), { kind, at: inDay(at) })
  }
}

const inDay = (time: number) => time - dayOf(time) * dayMilliseconds

function priceOf(market: LiveMarket, side: 'bids' | 'asks'): string | null {
  const best = market.book.best(side)
  return best && formatDecimal(best.price)
}
