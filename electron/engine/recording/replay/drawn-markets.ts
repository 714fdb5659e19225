import type { MarketInterest } from '#shared/contract/market/markets'
import { intervalSeconds } from '#shared/domain/market/candles/intervals'

/**
 * What a window draws of markets, in the order in which it is read: trades with their candles, heat in columns of a
 * minute or more, and heat in columns of seconds too, which costs the most because those are not stored.
 */
export const drawnParts = ['trades', 'minutes', 'seconds'] as const
export type DrawnPart = (typeof drawnParts)[number]

/** The markets of each part. */
export type DrawnMarkets<Markets extends ReadonlySet<string> = ReadonlySet<string>> = Readonly<
  Record<DrawnPart, Markets>
>

export function drawnBy(interests: Iterable<MarketInterest>): DrawnMarkets {
  const drawn = noMarkets()
  for (const { market, parts } of interests) {
    drawn.trades.add(market)
    if (!parts.heat) continue
    const isOfSeconds = intervalSeconds[parts.heat.interval] < intervalSeconds['1m']
    drawn[isOfSeconds ? 'seconds' : 'minutes'].add(market)
  }
  return drawn
}

export const noMarkets = (): DrawnMarkets<Set<string>> => ({
  trades: new Set(),
  minutes: new Set(),
  seconds: new Set()
})
