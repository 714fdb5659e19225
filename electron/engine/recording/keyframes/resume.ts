import type { MarketSeries } from '../../market/series'
import { listSegments } from '../log/segments'
import { LogCursor } from '../replay/log-cursor'
import type { LogTime } from '../replay/log-time'
import { RecordedHub } from '../replay/recorded-hub'
import { DerivedFiles } from './derived-files'
import { findStart } from './find-start'
import { heatForHour, readHeat } from './heat-history'
import { History, historyForSides } from './history'

export interface Resumed {
  readonly hub: RecordedHub
  readonly cursor: LogCursor
  readonly files: DerivedFiles
  /** The segments whose trades are already written. */
  readonly series: readonly MarketSeries[]
  /** The last item that the hub knows. */
  readonly last: { readonly seq: number; readonly time: LogTime } | null
}

/** Where to continue the keyframes of a log; null without a log. */
export async function resume(folder: string, staleAfter: () => number): Promise<Resumed | null> {
  const segments = await listSegments(folder)
  const hub = new RecordedHub({ staleAfter })
  const [newest] = segments.slice(-1)
  if (newest === undefined) return null
  const start = await findStart(segments, Infinity)
  // Nothing is known until a run begins.
  if (!start) {
    const cursor = new LogCursor({ file: newest, offset: 0, nextSeq: null })
    return { hub, files: await DerivedFiles.begin(newest), series: [], cursor, last: null }
  }
  const { segments: before, place, keyframe } = start
  const files = await DerivedFiles.continueAfter(place.file, place.nextSeq - 1)
  const cursor = new LogCursor(place)
  if (!keyframe) return { hub, files, series: [], cursor, last: null }
  const history = await History.read(before, keyframe, historyForSides)
  await readHeat(before, keyframe, { maxAge: heatForHour }, (market) => history.seriesOf(market)!.heat)
  hub.restore(keyframe.state, history.seriesOf)
  const last = { seq: keyframe.seq, time: keyframe.time }
  return { hub, files, series: [...history.series], cursor, last }
}
