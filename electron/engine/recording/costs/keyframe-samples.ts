import type { SavedBook } from '#shared/domain/market/book/index'
import { keyframesOf } from '../keyframes/files'
import { readKeyframe } from '../keyframes/keyframe'
import { membersOf, withMembers } from '../keyframes/members'
import type { Located } from '../log/segment'
import { listSegments, segmentTime } from '../log/segments'
import { logTimeOf } from '../replay/log-time'
import { RecordedHub } from '../replay/recorded-hub'

export interface KeyframeSample {
  /** In milliseconds since the epoch, and in nanoseconds. */
  readonly at: number
  readonly exact: bigint
  readonly file: string
  readonly located: Located
}

/** The keyframes between two times in milliseconds since the epoch. */
export async function keyframesIn(log: string, from: number, to: number): Promise<KeyframeSample[]> {
  const segments = await listSegments(log)
  const all: KeyframeSample[] = []
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1]
    if (segmentTime(segment) > to || (next !== undefined && segmentTime(next) < from)) continue
    const file = keyframesOf(segment)
    for (const located of await membersOf(file)) {
      const exact = located.facts.to
      const at = logTimeOf(exact).milliseconds
      if (at >= from && at <= to) all.push({ at, exact, file, located })
    }
  }
  return all
}

export async function bookAt({ file, located }: KeyframeSample, market: string): Promise<SavedBook | null> {
  const keyframe = await withMembers(file, (keyframes) => readKeyframe(keyframes, located))
  if (!keyframe) return null
  const hub = new RecordedHub({ staleAfter: () => 0 })
  try {
    hub.restore(keyframe.state)
    const found = hub.market(market)
    return found?.state === 'live' && !found.book.crossed() ? found.book.save() : null
  } finally {
    hub.dispose()
  }
}
