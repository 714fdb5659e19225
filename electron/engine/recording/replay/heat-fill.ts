import type { LogStart } from '../keyframes/find-start'
import { maxHeatAge, readHeat } from '../keyframes/heat-history'
import { MarketSeries } from '../../market/series'
import { LogCursor } from './log-cursor'
import { logTimeAt } from './log-time'
import { LogPosition } from './position'
import { RecordedHub } from './recorded-hub'

interface FillOptions {
  readonly staleAfter: () => number
  readonly markets: ReadonlySet<string>
  readonly signal?: AbortSignal | undefined
}

/**
 * Replaces the heat of markets by that of another hub, which has all columns that are stored up to where it starts, and
 * plays the log from there to the same item and time.
 */
export async function fillHeat(
  hub: RecordedHub,
  start: LogStart,
  { staleAfter, markets, signal }: FillOptions
): Promise<void> {
  const { keyframe, segments } = start
  const all = new Map(Array.from(markets, (market) => [market, new MarketSeries()]))
  const options = { markets, maxAge: maxHeatAge, signal }
  const other = new RecordedHub({ staleAfter })
  if (keyframe) {
    await readHeat(segments, keyframe, options, (market) => all.get(market)!.heat)
    other.restore(keyframe.state, (market) => all.get(market))
  }
  const played = new LogPosition(other, new LogCursor(start.place))
  try {
    // Items may be applied to the hub meanwhile.
    while (other.seq < hub.seq) {
      const before = other.seq
      await played.applyUpTo(hub.seq, signal)
      // The limits removed the log.
      if (other.seq === before) return
      await played.advanceTo(logTimeAt(hub.now), signal)
    }
    signal?.throwIfAborted()
    other.advanceLike(hub)
    for (const market of markets) hub.useHeat(market, other)
  } finally {
    other.dispose()
    await played.close()
  }
}
