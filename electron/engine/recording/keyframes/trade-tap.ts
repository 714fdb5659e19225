import type { Tape, Trade } from '#shared/domain/market/tape/index'
import type { LiveMarket } from '../../market/types'
import type { LoggedItem } from '../log/lines'
import type { RecordedHub } from '../replay/recorded-hub'

type TakeTrade = (item: LoggedItem, market: string, trade: Trade) => void

/** Each new trade of a hub, with the item that brought it. */
export class TradeTap {
  /** Of each tape: the number of trades that were passed on. */
  readonly #passed = new WeakMap<Tape, number>()
  #item!: LoggedItem
  readonly dispose: () => void

  constructor(
    private readonly hub: RecordedHub,
    private readonly take: TakeTrade
  ) {
    this.dispose = hub.onChange((market) => this.#changed(market))
  }

  /** Trades that are on the tape already. */
  skip(tape: Tape): void {
    this.#passed.set(tape, tape.arrivals)
  }

  apply(item: LoggedItem): void {
    this.#item = item
    this.hub.apply(item)
  }

  #changed({ name, tape }: LiveMarket): void {
    const passed = this.#passed.get(tape) ?? 0
    if (tape.arrivals === passed) return
    for (let arrival = passed; arrival < tape.arrivals; arrival++) {
      const trade = tape.tradeAt(arrival)
      if (trade) this.take(this.#item, name, trade)
    }
    this.#passed.set(tape, tape.arrivals)
  }
}
