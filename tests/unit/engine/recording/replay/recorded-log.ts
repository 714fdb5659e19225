import { onTestFinished } from 'vitest'
import { LogWriter } from '#engine/recording/log/writer'
import type { ItemKind } from '#engine/recording/log/lines'
import type { LogTime } from '#engine/recording/replay/log-time'
import type { LiveMarket } from '#engine/market/types'
import { formatDecimal } from '#shared/domain/base/decimal'
import { freshFolder } from '../../../../integration/support/folder'

export const epoch = Date.UTC(2026, 10, 24, 10)
export const market = 'BTC-USD'

/** Milliseconds after the epoch of the recording, with whole microseconds. */
export const time = (milliseconds: number): LogTime => ({
  milliseconds: epoch + Math.floor(milliseconds),
  nanoseconds: Math.round((milliseconds % 1) * 1000) * 1000
})

/** A log as the recorder writes it, for one test: update number n is a bid of 100 + n, trade number n an amount of n. */
export class RecordedLog {
  #writer!: LogWriter
  #seq = 0
  #updates = 0
  #trades = 0

  private constructor(readonly folder: string) {}

  static async begin(now = () => epoch): Promise<RecordedLog> {
    const log = new RecordedLog(await freshFolder())
    log.#writer = await LogWriter.open(log.folder, now)
    onTestFinished(() => log.#writer.close())
    return log
  }

  /** A run of the app begins, which follows these markets. */
  start(at: number, markets: readonly string[] = [market]): this {
    this.#event(at, { event: 'clock', epoch: epoch + at, start: true })
    this.#event(at, { event: 'opened' })
    for (const held of markets) {
      this.#event(at, { event: 'held', market: held })
      this.#frame(at, book(held, 'SNAPSHOT', at, 100))
    }
    return this
  }

  update(at: number, of = market): this {
    this.#updates += 1
    return this.#frame(at, book(of, 'UPDATE', at, 100 + this.#updates))
  }

  trade(at: number, of = market, price = '100'): this {
    this.#trades += 1
    const payload = { market: of, price, amount: String(this.#trades), executed_at: serviceTime(at) }
    return this.#frame(at, { channel: { type: 'execution_data', params: { market: of } }, payload })
  }

  event(at: number, event: object): this {
    return this.#event(at, event)
  }

  /** Everything so far is in the file, as a member of its own. */
  async write(): Promise<this> {
    await this.#writer.write(false)
    return this
  }

  #event(at: number, event: object): this {
    return this.#add(at, 'e', event)
  }

  #frame(at: number, message: object): this {
    return this.#add(at, 'f', message)
  }

  #add(at: number, kind: ItemKind, content: object): this {
    this.#seq += 1
    this.#writer.add(this.#seq, { epoch, milliseconds: at }, kind, Buffer.from(JSON.stringify(content)))
    return this
  }
}

const serviceTime = (at: number) => new Date(epoch + at).toISOString()

const book = (of: string, type: 'SNAPSHOT' | 'UPDATE', at: number, price: number) => ({
  channel: { type: 'market_data', params: { market: of } },
  payload: {
    market: of,
    type,
    time: serviceTime(at),
    bids: [{ price: String(price), amount: '1' }],
    asks: type === 'SNAPSHOT' ? [{ price: '100000', amount: '1' }] : []
  }
})

/** How many updates and trades a market has seen; null without one. */
export function seen(
  shown: LiveMarket | undefined
): { readonly updates: number; readonly trades: number } | null {
  if (!shown) return null
  const best = shown.book.best('bids')
  return { updates: best ? Number(formatDecimal(best.price)) - 100 : 0, trades: shown.tape.arrivals }
}
