import type { Trade } from '#shared/domain/market/tape/index'
import type { LiveMarket } from '../../types'

/** The trades of a market that a judge has not seen. */
export class NewTrades {
  /** The number of the next trade. */
  #next = 0

  skip({ tape }: LiveMarket): void {
    this.#next = tape.arrivals
  }

  /** Passes each of them on; whether it fired for any. */
  read({ tape, tradeAt }: LiveMarket, fires: (trade: Trade, at: number) => boolean): boolean {
    let hasFired = false
    while (this.#next < tape.arrivals) {
      const trade = tape.tradeAt(this.#next)
      this.#next += 1
      if (trade && fires(trade, tradeAt ?? 0)) hasFired = true
    }
    return hasFired
  }
}
