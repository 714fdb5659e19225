import type { ItemKind, LoggedItem } from '#engine/recording/log/lines'

export const began = Date.UTC(2026, 10, 24, 10)
type Levels = readonly (readonly [price: string, amount: string])[]

/** A log, written item by item. */
export class LogScript {
  readonly items: LoggedItem[] = []
  /** Milliseconds since the epoch. */
  now = began
  /** The service's clock minus this computer's. */
  ahead = 0
  #epoch = 0

  constructor(readonly market = 'BTCUSD') {}

  pass(milliseconds: number): this {
    this.now += milliseconds
    return this
  }

  add(kind: ItemKind, content: string): this {
    const item = { seq: this.items.length + 1, kind, content: Buffer.from(content) }
    this.items.push({ ...item, milliseconds: this.now, nanoseconds: 0 })
    return this
  }

  event(event: string, more: object = {}): this {
    return this.add('e', JSON.stringify({ event, ...more }))
  }

  /** @param uptime of the app, in milliseconds */
  run(uptime = 2000): this {
    this.#epoch = this.now - uptime
    return this.event('clock', { epoch: this.#epoch, start: true })
  }

  /** The computer slept, or its clock was set. */
  set(milliseconds: number): this {
    this.#epoch += milliseconds
    return this.pass(milliseconds).event('clock', { epoch: this.#epoch })
  }

  /** Updates for some seconds. */
  busy(seconds: number): this {
    for (let part = 0; part < seconds * 4; part += 1)
      this.pass(250).update([['9', String(1 + (part % 7))]], [])
    return this
  }

  /** The market is held and subscribed. */
  subscribed(): this {
    const { market } = this
    this.event('held', { market }).event('opened')
    for (const type of ['market_data', 'execution_data'])
      this.event('subscribed', { channel: { type, market } })
    return this
  }

  snapshot(bids: Levels, asks: Levels): this {
    return this.#book('SNAPSHOT', bids, asks)
  }

  update(bids: Levels, asks: Levels): this {
    return this.#book('UPDATE', bids, asks)
  }

  trade(price: string, amount = '1'): this {
    const { market } = this
    return this.#frame('execution_data', { market, price, amount, executed_at: this.#time })
  }

  /** In microseconds, like the service; coarser times would be doubted. */
  get #time(): string {
    return new Date(this.now + this.ahead).toISOString().replace('Z', '007Z')
  }

  #book(type: string, bids: Levels, asks: Levels): this {
    const levels = (side: Levels) => side.map(([price, amount]) => ({ price, amount }))
    const { market } = this
    return this.#frame('market_data', {
      market,
      type,
      time: this.#time,
      bids: levels(bids),
      asks: levels(asks)
    })
  }

  #frame(type: string, payload: object): this {
    return this.add('f', JSON.stringify({ channel: { type, params: { market: this.market } }, payload }))
  }
}
