import { parseLines, type LoggedItem } from '../log/lines'
import { openMember } from '../log/member'
import type { Located, Segment } from '../log/segment'
import { readEvent } from '../replay/logged-event'
import { keyframesOf } from './files'
import { findKeyframe, type Keyframe } from './keyframe'
import { membersOf, withMembers } from './members'

interface SearchOptions {
  /** Of a file of keyframes. */
  readonly membersOf?: (file: string) => Promise<readonly Located[]>
  readonly signal?: AbortSignal | undefined
}

/** Where the log can be played from. */
export interface LogStart {
  /** The last one is that of the start. */
  readonly segments: readonly string[]
  /** Of the next member, with the number of its first item. */
  readonly place: { readonly file: string; readonly offset: number; readonly nextSeq: number }
  /** Null where a run of the app begins, which needs nothing from before. */
  readonly keyframe: Keyframe | null
}

/** The number of a recording's first item. */
const firstOfAll = 1
/** Bytes of the log: three million messages, which take about ten seconds. */
const maxSearched = 128 * 1024 * 1024
/** Bytes that are played to show the trades of earlier runs too, which takes about a second. */
const maxForTrades = 16 * 1024 * 1024
const startMark = '"start"'

/** The last start from where all items after `seq` follow, or an earlier one that is near; null without one near enough. */
export async function findStart(
  segments: readonly string[],
  seq: number,
  { membersOf: keyframesIn = membersOf, signal }: SearchOptions = {}
): Promise<LogStart | null> {
  let searched = 0
  let found = null as LogStart | null
  for (let count = segments.length; count > 0 && searched < limit(found); count--) {
    const before = segments.slice(0, count)
    const file = before.at(-1)!
    const keyframe = await findKeyframe(file, await keyframesIn(keyframesOf(file)), seq)
    if (keyframe)
      return {
        segments: before,
        place: { file, offset: keyframe.offset, nextSeq: keyframe.seq + 1 },
        keyframe
      }
    const members = (await membersOf(file)).filter(({ facts }) => facts.firstSeq <= seq + 1)
    await withMembers(file, async (segment) => {
      for (const member of members.toReversed()) {
        signal?.throwIfAborted()
        const { offset, facts } = member
        searched += facts.length
        if (searched > limit(found)) break
        if (await isStart(segment, member, seq))
          found = { segments: before, place: { file, offset, nextSeq: facts.firstSeq }, keyframe: null }
      }
    })
  }
  return found
}

const limit = (found: LogStart | null) => (found ? maxForTrades : maxSearched)

async function isStart(segment: Segment, { offset, facts }: Located, seq: number): Promise<boolean> {
  if (facts.firstSeq === firstOfAll) return true
  // Not from what the segment read ahead, because members are read backwards.
  const text = openMember(await segment.exactly(offset, facts.length))
  if (!text?.includes(startMark)) return false
  return parseLines(text)?.some((item) => item.seq <= seq + 1 && startsRun(item)) ?? false
}

function startsRun({ kind, content }: LoggedItem): boolean {
  const event = kind === 'e' ? readEvent(content) : null
  return event?.event === 'clock' && event.start === true
}
