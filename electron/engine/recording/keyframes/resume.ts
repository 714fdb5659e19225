import type { MarketSeries } from '../../market/series'
import { listSegments } from '../log/segments'
import { LogCursor } from '../replay/log-cursor'
import type { LogTime } from '../replay/log-time'
import { RecordedHub } from '../replay/recorded-hub'
import { DerivedFiles } from './derived-files'
import { keyframesOf } from './files'
import { heatForHour, readHeat } from './heat-history'
import { History, historyForSides } from './history'
import { findKeyframe } from './keyframe'
import { membersOf } from './members'

/** Segments that may have no keyframe until the last one is too far away. */
const maxWithout = 2

export interface Resumed {
  readonly hub: RecordedHub
  readonly cursor: LogCursor
  readonly files: DerivedFiles
  /** Whose trades are written already. */
  readonly series: readonly MarketSeries[]
  /** The last item that the hub knows. */
  readonly last: { readonly seq: number; readonly time: LogTime } | null
}

/** Where the keyframes of a log go on; null without a log. */
export async function resume(folder: string, staleAfter: () => number): Promise<Resumed | null> {
  const segments = await listSegments(folder)
  const hub = new RecordedHub({ staleAfter })
  for (let back = 1; back <= Math.min(maxWithout, segments.length); back++) {
    const file = segments.at(-back)!
    const keyframe = await findKeyframe(file, await membersOf(keyframesOf(file)), Infinity)
    if (!keyframe) continue
    const { seq, time, offset } = keyframe
    const files = await DerivedFiles.continueAfter(file, seq)
    const before = segments.slice(0, segments.length - back + 1)
    const history = await History.read(before, keyframe, historyForSides)
    await readHeat(before, keyframe, { maxAge: heatForHour }, (market) => history.seriesOf(market)!.heat)
    hub.restore(keyframe.state, history.seriesOf)
    return {
      hub,
      files,
      series: [...history.series],
      cursor: new LogCursor({ file, offset, nextSeq: seq + 1 }),
      last: { seq, time }
    }
  }
  const file = segments.length <= maxWithout ? segments[0] : segments.at(-1)
  if (file === undefined) return null
  const cursor = new LogCursor({ file, offset: 0, nextSeq: null })
  return { hub, files: await DerivedFiles.begin(file), series: [], cursor, last: null }
}
