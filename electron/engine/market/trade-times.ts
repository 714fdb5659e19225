/** A trade may be dated this much later than the service's clock says, in milliseconds: both are estimates. */
const maxAhead = 2000

/**
 * The times of trades, held against the service's clock. A time that is yet to come is replaced by the time of arrival;
 * the difference stays with the trade, so that the screen can say so.
 */
export class TradeTimes {
  seconds = 0
  nanoseconds = 0
  /** By how many milliseconds the time as written is later than this one; 0 where it is as written. */
  ahead = 0
  /** Times before this second need no look at the clock. */
  #checkFrom = -Infinity

  /** @param now the service's time in milliseconds since the epoch */
  constructor(private readonly now: () => number) {}

  /** Whether the time needs no look at the clock: that nearly all of them do not costs a trade nothing. */
  isPast(seconds: number): boolean {
    return seconds < this.#checkFrom
  }

  read(seconds: number, nanoseconds: number): void {
    this.seconds = seconds
    this.nanoseconds = nanoseconds
    this.ahead = 0
    if (!this.isPast(seconds)) this.#check()
  }

  /** The clock may have been set: the next time is compared with it again. */
  reset(): void {
    this.#checkFrom = -Infinity
  }

  #check(): void {
    const now = this.now()
    const second = Math.floor(now / 1000)
    this.#checkFrom = second + 1
    const ahead = (this.seconds - second) * 1000 + this.nanoseconds / 1e6 - (now - second * 1000)
    if (ahead <= maxAhead) return
    this.ahead = ahead
    this.seconds = second
    this.nanoseconds = Math.floor((now - second * 1000) * 1e6)
  }
}
