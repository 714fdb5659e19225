import type { PrintsSettings } from '#shared/contract/market/panels/prints'
import { tapeSettings } from '#shared/contract/market/panels/trades'
import * as v from 'valibot'
import type { MarketView, TapeTrades } from '../../lib/markets'
import { TapeModel } from '../../lib/tape/tape-model'
import type { TradeRow } from '../../lib/tape/trade-row'

/** Of one market. */
const maxKept = 150
/** Rows that may change after they were read, because prints join them or come late. */
const unsettled = 50

/** The large prints of one market, also those that its tape no longer has. */
export class MarketPrints {
  readonly #model: TapeModel
  /** By the number of their first trade. */
  readonly #rows = new Map<number, TradeRow>()
  #tape: TapeTrades | null = null
  #received = 0

  constructor(settings: PrintsSettings) {
    this.#model = new TapeModel(v.parse(tapeSettings, { ...settings, large: 'percentile' }))
  }

  get rows(): Iterable<TradeRow> {
    return this.#rows.values()
  }

  /** Whether there may be others. */
  take(view: Pick<MarketView, 'trades' | 'candles'>): boolean {
    const { trades } = view
    const isOther = trades !== this.#tape
    const news = (trades?.received ?? 0) - (isOther ? 0 : this.#received)
    if (isOther) this.#rows.clear()
    this.#tape = trades
    this.#received = trades?.received ?? 0
    if (news === 0 && !isOther) return false
    this.#model.take(view)
    // A row only grows, so it stays large.
    for (const row of this.#model.rows(news + unsettled))
      if (row.kind === 'trade' && row.large) this.#rows.set(row.first, row)
    for (const first of this.#rows.keys()) {
      if (this.#rows.size <= maxKept) break
      this.#rows.delete(first)
    }
    return true
  }
}
