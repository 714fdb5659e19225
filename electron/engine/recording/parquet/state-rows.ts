import { compareDecimals, type Decimal } from '#shared/domain/base/decimal'
import type { LiveMarket } from '../../market/types'
import { decimalCells } from './decimals'
import type { AddRow, RowTime } from './market-rows'

interface Shown {
  state: string
  reason: string | null
  bid: Decimal | null
  ask: Decimal | null
}

/** Nothing is known of a market from then on. */
const unrecorded = 'unrecorded'
const nothing: Shown = { state: '', reason: null, bid: null, ask: null }

/** Each change of a market's state and of its best prices. */
export class StateRows {
  readonly #shown = new Map<string, Shown>()

  constructor(private readonly add: AddRow) {}

  /** Those that are recorded. */
  get markets(): readonly string[] {
    return [...this.#shown.keys()]
  }

  look(market: LiveMarket, time: RowTime): void {
    const { name, state, reason, book } = market
    const shown = this.#shown.get(name)
    const before = shown ?? nothing
    const isLive = state === 'live'
    const bid = isLive ? (book.best('bids')?.price ?? null) : null
    const ask = isLive ? (book.best('asks')?.price ?? null) : null
    const hasState = state !== before.state || reason !== before.reason
    const hasQuote = !shown || !isSame(bid, before.bid) || !isSame(ask, before.ask)
    if (!hasState && !hasQuote) return
    this.#shown.set(name, { state, reason, bid, ask })
    if (hasState) this.#addState(name, time, state, reason, 0n)
    if (hasQuote) this.#addQuote(name, time, bid, ask)
  }

  /**
   * From a nanosecond after that time on, so that it follows what else happened then.
   * @param dropped items that could not be recorded
   */
  unrecorded(market: string, { seq, received }: RowTime, dropped = 0n): void {
    const after = { seq, received: received + 1n }
    this.#shown.delete(market)
    this.#addState(market, after, unrecorded, null, dropped)
    this.#addQuote(market, after, null, null)
  }

  #addState(
    market: string,
    { seq, received }: RowTime,
    state: string,
    reason: string | null,
    dropped: bigint
  ) {
    this.add('states', market, [seq, received, state, reason, dropped])
  }

  #addQuote(market: string, { seq, received }: RowTime, bid: Decimal | null, ask: Decimal | null) {
    const [bidUnits, bidText] = decimalCells(bid)
    const [askUnits, askText] = decimalCells(ask)
    this.add('quotes', market, [seq, received, bidUnits, askUnits, bidText, askText])
  }
}

const isSame = (one: Decimal | null, other: Decimal | null) =>
  one === null || other === null ? one === other : compareDecimals(one, other) === 0
