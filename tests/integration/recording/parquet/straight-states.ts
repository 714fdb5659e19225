import { expect } from 'vitest'
import { TradeTap } from '#engine/recording/keyframes/trade-tap'
import type { LoggedItem } from '#engine/recording/log/lines'
import { nanosecondsOf } from '#engine/recording/replay/log-time'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { staleAfter } from '../../support/written-log'
import { plainNumber } from './oracle'
import type { Values } from './readers'

const text = (value: Decimal | undefined) => (value ? plainNumber(formatDecimal(value)) : null)

/** The last row of a market that holds once an item has taken effect. */
class Latest {
  readonly #rows = new Map<string, Placed[]>()
  readonly #shown = new Map<string, Values>()

  constructor(rows: readonly Values[]) {
    for (const [index, row] of rows.entries()) {
      const market = row['market']!
      const placed = this.#rows.get(market) ?? []
      this.#rows.set(market, placed)
      placed.push({ row, index })
    }
    for (const placed of this.#rows.values()) placed.sort(byOrder).reverse()
  }

  of(market: string, { seq, ...time }: LoggedItem): Values | undefined {
    const rows = this.#rows.get(market) ?? []
    for (let next = rows.at(-1); next; next = rows.at(-1)) {
      const own = Number(next.row['seq'])
      const isLater = BigInt(next.row['received_ns']!) > nanosecondsOf(time)
      if (own > seq || (own === seq && isLater)) break
      this.#shown.set(market, next.row)
      rows.pop()
    }
    return this.#shown.get(market)
  }
}

const unrecorded = 'unrecorded'
const placeOf = (row: Values) => `${row['market']} ${row['seq']}`

interface Placed {
  readonly row: Values
  readonly index: number
}

const byOrder = (one: Placed, other: Placed) =>
  Number(one.row['seq']) - Number(other.row['seq']) ||
  Number(BigInt(one.row['received_ns']!) - BigInt(other.row['received_ns']!)) ||
  one.index - other.index

/** Compares sealed rows with a hub that plays the log from its beginning. */
export class StraightStates {
  readonly #hub = new RecordedHub({ staleAfter: () => staleAfter })
  readonly #tap = new TradeTap(this.#hub, ({ seq }, market, { aggressor, basis }) => {
    expect(this.#trades.get(seq)).toMatchObject({ market, side: aggressor, basis })
    this.sides += 1
  })
  readonly #trades: ReadonlyMap<number, Values>
  readonly #ends: ReadonlySet<string>
  readonly #states: Latest
  readonly #quotes: Latest
  compared = 0
  sides = 0
  interruptions = 0

  constructor(
    { states, quotes }: { readonly states: readonly Values[]; readonly quotes: readonly Values[] },
    trades: readonly Values[]
  ) {
    this.#ends = new Set(states.filter(({ state }) => state === unrecorded).map(placeOf))
    this.#states = new Latest(states)
    this.#quotes = new Latest(quotes)
    this.#trades = new Map(trades.map((trade) => [Number(trade['seq']), trade]))
  }

  play(item: LoggedItem): void {
    const isInterrupted = item.kind === 'g' || item.content.includes('"start":true')
    for (const market of isInterrupted ? this.#hub.markets : []) {
      expect(this.#ends, `before ${item.seq}`).toContain(`${market.name} ${this.#hub.seq}`)
      this.interruptions += 1
    }
    this.#tap.apply(item)
    for (const { name, state, reason, book } of this.#hub.markets) {
      const quote = this.#quotes.of(name, item)!
      expect(this.#states.of(name, item), `after ${item.seq}`).toMatchObject({ market: name, state, reason })
      const isLive = state === 'live'
      const bid = isLive ? text(book.best('bids')?.price) : null
      const ask = isLive ? text(book.best('asks')?.price) : null
      expect([priceOf(quote, 'bid'), priceOf(quote, 'ask')]).toEqual([bid, ask])
      this.compared += 1
    }
  }
}

const priceOf = (quote: Values, side: 'bid' | 'ask') => {
  const long = quote[`${side}_text`]
  return long ? plainNumber(long) : quote[side]
}
