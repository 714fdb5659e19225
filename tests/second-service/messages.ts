import type { Level, Market, Trade } from './market'
import type { Spelling } from './spelling'

export class Messages {
  constructor(private readonly spelling: Spelling) {}

  trade(market: string, { price, amount, executedAt }: Trade): unknown {
    const { spelling } = this
    const figures = { price: spelling.decimal(price), amount: spelling.decimal(amount) }
    return { market, ...figures, executed_at: spelling.time(executedAt) }
  }

  book(market: string, type: string, time: bigint, bids: readonly Level[], asks: readonly Level[]): unknown {
    const { spelling } = this
    const spell = ({ price, amount }: Level) => ({
      price: spelling.decimal(price),
      amount: spelling.decimal(amount)
    })
    return { market, type, time: spelling.time(time), bids: bids.map(spell), asks: asks.map(spell) }
  }

  snapshot(market: Market): unknown {
    return this.book(market.plan.name, 'SNAPSHOT', market.time, market.levels('bids'), market.levels('asks'))
  }

  /** Undocumented messages without effect on books. */
  unknown({ plan: { name: market }, time }: Market): readonly unknown[] {
    const at = this.spelling.time(time)
    const status = { market, type: 'STATUS', time: at, bids: [], asks: [] }
    return [
      { channel: { type: 'candle_data', params: { market } }, payload: { market, open: '1', time: at } },
      { channel: { type: 'market_data', params: { market } }, payload: status },
      { type: 'maintenance_notice', at },
      { type: 'error', error: 'SOMETHING_NEW', message: 'Nothing that concerns a channel.' }
    ]
  }
}
