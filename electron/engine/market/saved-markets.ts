import * as v from 'valibot'
import { savedClockWatch } from './clock-watch'
import { savedCount, savedName, savedSentence, savedTime } from './saved'
import { savedSync } from './saved-sync'

/** Without its series. */
const savedMarket = v.object({
  name: savedName,
  sync: savedSync,
  bookAt: v.nullable(savedTime),
  tradeAt: v.nullable(savedTime),
  tradesCheckedFrom: v.nullable(savedTime),
  tradesRefused: savedSentence,
  isWatching: v.boolean(),
  watchingSoon: v.boolean(),
  heatSince: v.optional(v.nullable(savedTime), null)
})
export type SavedMarket = v.InferOutput<typeof savedMarket>

/** Everything that a hub's future depends on, except the series of its markets. */
export const savedMarkets = v.object({
  connected: v.boolean(),
  receivedAt: savedTime,
  silent: v.boolean(),
  tickedAt: savedTime,
  tickDue: v.nullable(savedTime),
  heatTick: savedCount,
  clockWatch: savedClockWatch,
  markets: v.array(v.object({ ...savedMarket.entries, refusedAt: savedTime }))
})
export type SavedMarkets = v.InferOutput<typeof savedMarkets>
