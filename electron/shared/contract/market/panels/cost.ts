import * as v from 'valibot'

const lines = v.fallback(v.array(v.string()), [])

/** Sizes as "BTCUSD=50 base" or "BTCUSD=100000 quote", the latest last; each market has a default. */
export const costSizeSettings = {
  sizes: lines,
  /** Of earlier versions: a market without presets of its own still shows these. */
  presets: lines
}

/** Of the past, up to now; `all` is all that the log has. */
export const costSpans = ['1h', '24h', '7d', 'all'] as const
export type CostSpan = (typeof costSpans)[number]

export const costSettings = v.object({
  ...costSizeSettings,
  /** What the cost now is compared with. */
  past: v.fallback(v.picklist(costSpans), '24h')
})
