import { saveTime } from './saved'

/** Milliseconds of tolerance, because both clocks are estimates. */
const maxAhead = 2000

/**
 * Trade times compared with the service's clock. A time in the future is replaced by the arrival, and the difference
 * is kept for display.
 */
export class TradeTimes {
  seconds = 0
  nanoseconds = 0
  /** Milliseconds by which the written time is later; 0 if unchanged. */
  ahead = 0
  /** Earlier times need no check. */
  #checkFrom = -Infinity

  /** @param now the service's time in milliseconds since the epoch */
  constructor(private readonly now: () => number) {}

  /** Avoids the check for nearly all trades. */
  isPast(seconds: number): boolean {
    return seconds < this.#checkFrom
  }

  read(seconds: number, nanoseconds: number): void {
    this.seconds = seconds
    this.nanoseconds = nanoseconds
    this.ahead = 0
    if (!this.isPast(seconds)) this.#check()
  }

  /** The clock may have been set, so the next time is checked. */
  reset(): void {
    this.#checkFrom = -Infinity
  }

  save(): number | null {
    return saveTime(this.#checkFrom)
  }

  restore(checkFrom: number | null): void {
    this.#checkFrom = checkFrom ?? -Infinity
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
