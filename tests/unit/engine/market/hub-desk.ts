import { Hub } from '#engine/market/hub'
import type { Channel } from '#engine/connection/stream/types'
import { parseDecimal } from '#shared/domain/base/decimal'
import type { MarketMessage } from '#shared/domain/market/messages'
import { packMessage } from '#shared/domain/market/pack'
import { PackedMessage } from '#shared/domain/market/packed'
import { SettableClock } from '../connection/stream/session-desk'

export const staleAfter = 10_000
export const decimal = (text: string) => parseDecimal(text)!
export const book = (market: string): Channel => ({ type: 'market_data', market })
export const trades = (market: string): Channel => ({ type: 'execution_data', market })
const packed = new PackedMessage()
let microseconds = 1
const time = () => 1_790_000_000_000_001_000n + BigInt(microseconds++ * 10_000)

/** A hub that tests send messages to. */
export class HubDesk {
  readonly clock = new SettableClock()
  readonly #names: string[] = []
  desired: string[][] = []
  readonly attached: string[] = []
  readonly hub = new Hub({
    clock: this.clock,
    register: (market) =>
      this.#names.includes(market) ? this.#names.indexOf(market) : this.#names.push(market) - 1,
    desire: (channels) => this.desired.push(channels.map(({ type, market }) => `${type} ${market}`)),
    resync: () => undefined,
    staleAfter: () => staleAfter,
    attach: ({ name }) => {
      this.attached.push(`+${name}`)
      return () => this.attached.push(`-${name}`)
    }
  })

  receive(message: MarketMessage): void {
    const now = this.clock.monotonic()
    this.hub.frameReceived(now)
    if (packMessage(message, this.#names.indexOf(message.market), packed)) this.hub.packed(packed, now)
    else this.hub.exact(message, now)
  }

  snapshot(market: string, bid: string, ask: string): void {
    this.receive({
      kind: 'book',
      market,
      snapshot: true,
      time: time(),
      bids: [{ price: decimal(bid), amount: decimal('1') }],
      asks: [{ price: decimal(ask), amount: decimal('1') }]
    })
  }

  trade(market: string, price: string, amount = '1'): void {
    this.receive({
      kind: 'execution',
      market,
      price: decimal(price),
      amount: decimal(amount),
      executedAt: time()
    })
  }

  open(...markets: string[]): void {
    this.hub.opened()
    for (const market of markets) {
      this.hub.subscribed(book(market))
      this.hub.subscribed(trades(market))
      this.snapshot(market, '10', '11')
    }
  }

  state = (market: string) => this.hub.market(market)?.state
}
