import type { MarketSeries } from '../../market/series'
import { findKeyframe } from '../keyframes/keyframe'
import { keyframesOf } from '../keyframes/files'
import { History, historyForSides } from '../keyframes/history'
import { membersOf } from '../keyframes/members'
import type { MemberFacts } from '../log/member'
import { listSegments } from '../log/segments'
import { LogCursor } from '../replay/log-cursor'
import type { LogTime } from '../replay/log-time'
import { RecordedHub } from '../replay/recorded-hub'

export interface Start {
  readonly hub: RecordedHub
  readonly series: Iterable<MarketSeries>
  /** When the last item that the hub knows was received. */
  readonly last: LogTime | null
  readonly cursor: LogCursor
}

/** The markets at the last keyframe up to an item, or at the beginning of the log; null without a log. */
export async function startAt(log: string, seq: number, staleAfter: () => number): Promise<Start | null> {
  const segments = await listSegments(log)
  const [first] = segments
  if (first === undefined) return null
  const hub = new RecordedHub({ staleAfter })
  const beforeLog = ((await firstOf(first))?.firstSeq ?? 1) - 1
  for (let number = segments.length; number > 0; number--) {
    const file = segments[number - 1]!
    const keyframe = await findKeyframe(file, await membersOf(keyframesOf(file)), Math.max(seq, beforeLog))
    if (!keyframe) continue
    const history = await History.read(segments.slice(0, number), keyframe, historyForSides)
    hub.restore(history.limited(keyframe.state), history.seriesOf)
    const place = { file, offset: keyframe.offset, nextSeq: Math.max(keyframe.seq, seq) + 1 }
    return { hub, series: history.series, last: keyframe.time, cursor: new LogCursor(place) }
  }
  const place = { file: first, offset: 0, nextSeq: seq > 0 ? seq + 1 : null }
  return { hub, series: [], last: null, cursor: new LogCursor(place) }
}

async function firstOf(segment: string): Promise<MemberFacts | undefined> {
  return (await membersOf(segment))[0]?.facts
}
