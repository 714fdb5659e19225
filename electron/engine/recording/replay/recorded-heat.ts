import type { StoredHeat } from '#shared/domain/market/heat/index'
import type { LogTime } from './log-time'
import type { RecordingReader } from './recording-reader'

interface HeatRequest {
  readonly markets: readonly string[]
  /** Later arrivals are left out. */
  readonly at: LogTime
  readonly staleAfter: () => number
  readonly signal?: AbortSignal | undefined
}

/** The recorded heat of markets at a time, for `Hub.prependHeat`. */
export async function recordedHeat(
  reader: RecordingReader,
  { markets, at, staleAfter, signal }: HeatRequest
): Promise<ReadonlyMap<string, StoredHeat>> {
  const position = await reader.seek(at, { staleAfter, markets: () => [], signal })
  try {
    await reader.fillHeat(position, markets, { signal })
    position.hub.lookAtHeat()
    return new Map(markets.map((market) => [market, position.hub.heatOf(market).store()]))
  } finally {
    position.hub.dispose()
    await position.close()
  }
}
