import * as v from 'valibot'

const ladderTotals = ['size', 'cost', 'off'] as const
const ladderBars = ['total', 'size'] as const
const ladderShapes = ['stacked', 'beside'] as const
const ladderPrices = ['last', 'mid'] as const
export const tradedMinutes = [1, 5, 15, 60] as const

/** What can be set in an order book; whatever is missing or odd has its default. */
export const bookSettings = v.object({
  /** The step that was chosen for each market, as "BTCUSD=0.5", the latest last; without one: every price by itself. */
  steps: v.fallback(v.array(v.string()), []),
  /** The third column: size from the best price on, what that costs in quote currency, or none. */
  total: v.fallback(v.picklist(ladderTotals), 'size'),
  bars: v.fallback(v.picklist(ladderBars), 'total'),
  traded: v.fallback(v.boolean(), true),
  tradedMinutes: v.fallback(v.picklist(tradedMinutes), 5),
  /** Highlight changed digits. */
  flash: v.fallback(v.boolean(), true),
  /** Asks above bids, or bids to the left of asks. */
  shape: v.fallback(v.picklist(ladderShapes), 'stacked'),
  /** The large price between the sides. */
  price: v.fallback(v.picklist(ladderPrices), 'last'),
  /** The trades are listed beside the book. */
  tape: v.fallback(v.boolean(), false)
})
export type BookSettings = v.InferOutput<typeof bookSettings>
