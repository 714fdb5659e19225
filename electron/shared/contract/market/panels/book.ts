import * as v from 'valibot'
import { costSizeSettings } from './cost'

const ladderTotals = ['size', 'cost', 'off'] as const
const ladderBars = ['total', 'size'] as const
const ladderShapes = ['stacked', 'beside'] as const
const ladderPrices = ['last', 'mid'] as const
export const tradedMinutes = [1, 5, 15, 60] as const

/** Order book settings; missing or invalid fields get defaults. */
export const bookSettings = v.object({
  /** The step of each market as "BTCUSD=0.5", latest last; ungrouped by default. */
  steps: v.fallback(v.array(v.string()), []),
  /** The third column: cumulative size, cumulative cost, or none. */
  total: v.fallback(v.picklist(ladderTotals), 'size'),
  bars: v.fallback(v.picklist(ladderBars), 'total'),
  traded: v.fallback(v.boolean(), true),
  tradedMinutes: v.fallback(v.picklist(tradedMinutes), 5),
  flash: v.fallback(v.boolean(), true),
  /** Asks above bids, or side by side. */
  shape: v.fallback(v.picklist(ladderShapes), 'stacked'),
  price: v.fallback(v.picklist(ladderPrices), 'last'),
  tape: v.fallback(v.boolean(), false),
  /** The cost of a size above the ladder. */
  cost: v.fallback(v.boolean(), false),
  ...costSizeSettings
})
export type BookSettings = v.InferOutput<typeof bookSettings>
