import * as v from 'valibot'
import { savedClockWatch } from './clock-watch'
import { savedCount, savedTime } from './saved'
import { savedMarket } from './tracked-market'

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
