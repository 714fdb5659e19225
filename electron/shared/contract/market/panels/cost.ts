import * as v from 'valibot'

const lines = v.fallback(v.array(v.string()), [])

/** Sizes as "BTCUSD=50 base" or "BTCUSD=100000 quote", the latest last; each market has a default. */
export const costSizeSettings = {
  sizes: lines,
  /** Several for each market, in order. */
  presets: lines
}

export const costSettings = v.object(costSizeSettings)
