import { once } from 'node:events'
import { WebSocket } from 'ws'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import type { SandboxDescription } from '#sandbox/index'
import { Fingerprint } from './fingerprint'
import { steadyNow } from './steady-time'

interface Level {
  readonly price: string
  readonly amount: string
}
interface Payload {
  readonly market: string
  readonly type: 'SNAPSHOT' | 'UPDATE'
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

const sides = ['bids', 'asks'] as const

class TrueBook {
  readonly #levels = { bids: new Map<string, string>(), asks: new Map<string, string>() }
  readonly #fingerprint = new Fingerprint()
  /** When each book of before was the true one for the last time. */
  readonly #until = new Map<number, number>()

  apply(payload: Payload): void {
    this.#until.set(this.fingerprint, steadyNow())
    for (const side of sides) {
      const levels = this.#levels[side]
      if (payload.type === 'SNAPSHOT')
        for (const [price, amount] of levels) {
          this.#fingerprint.remove(side, price, amount)
          levels.delete(price)
        }
      for (const level of payload[side]) {
        const [price, amount] = [canonicalDecimal(level.price)!, canonicalDecimal(level.amount)!]
        const before = levels.get(price)
        if (before !== undefined) this.#fingerprint.remove(side, price, before)
        if (amount === '0') levels.delete(price)
        else {
          levels.set(price, amount)
          this.#fingerprint.add(side, price, amount)
        }
      }
    }
    this.#until.set(this.fingerprint, Infinity)
  }

  get fingerprint(): number {
    return this.#fingerprint.value
  }

  wasTrueUntil(fingerprint: number): number | null {
    return this.#until.get(fingerprint) ?? null
  }
}

/** The books of the platform at each time, by a client of its own that shares nothing with the engine's. */
export class Truth {
  readonly #books: ReadonlyMap<string, TrueBook>

  private constructor(
    private readonly socket: WebSocket,
    markets: readonly string[]
  ) {
    this.#books = new Map(markets.map((market) => [market, new TrueBook()]))
  }

  static async open(description: SandboxDescription, markets: readonly string[]): Promise<Truth> {
    const { auth_url, client_id, client_secret, ws_url } = description
    const response = await fetch(`${auth_url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_id, client_secret },
        scope: 'exchange:read_aggregated_marketdata_stream'
      })
    })
    const { access_token } = (await response.json()) as { access_token: string }
    const socket = new WebSocket(ws_url, { headers: { authorization: `Bearer ${access_token}` } })
    const truth = new Truth(socket, markets)
    socket.on('message', (data) => truth.#read((data as Buffer).toString('utf8')))
    await once(socket, 'open')
    const channels = markets.map((market) => ({ type: 'market_data', params: { market } }))
    socket.send(JSON.stringify({ type: 'subscribe', channels }))
    return truth
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  /** Infinity if it still is; null if it never was. */
  wasTrueUntil(market: string, fingerprint: number): number | null {
    return this.#books.get(market)!.wasTrueUntil(fingerprint)
  }

  fingerprint(market: string): number {
    return this.#books.get(market)!.fingerprint
  }

  close(): void {
    this.socket.terminate()
  }

  #read(text: string): void {
    const { payload } = JSON.parse(text) as { payload?: Payload }
    if (payload) this.#books.get(payload.market)?.apply(payload)
  }
}
