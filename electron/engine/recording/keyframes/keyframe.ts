import { parseJson } from '#shared/wire/parse-json'
import { headLength, openMember, readFacts, sealMember } from '../log/member'
import type { Located, Segment } from '../log/segment'
import { logTimeOf, nanosecondsOf, type LogTime } from '../replay/log-time'
import { maxSavedValues, readSavedHub, type SavedHub } from '../replay/saved-hub'
import { keyframesOf } from './files'
import { withMembers } from './members'

/** The state of the markets between two members of a segment. */
export interface Keyframe {
  /** Of the last item before it, and when that arrived. */
  readonly seq: number
  readonly time: LogTime
  /** Of the next member. */
  readonly offset: number
  /** SHA-256 of the member before it. */
  readonly digest: Buffer
  readonly state: SavedHub
}

const version = 1
/** Milliseconds by which a clock may be set back within a run. */
const maxDifference = 2000

/** In the form of the log's members, so that `zcat` prints it. */
export function sealKeyframe({ seq, time, offset, digest, state }: Keyframe): Buffer {
  const text = JSON.stringify({ version, offset, state }) + '\n'
  const at = nanosecondsOf(time)
  return sealMember(Buffer.from(text), {
    items: 1,
    firstSeq: seq,
    lastSeq: seq,
    from: at,
    to: at,
    previous: digest
  })
}

/** The last keyframe up to an item that the log agrees with; null if there is none. */
export async function findKeyframe(
  file: string,
  located: readonly Located[],
  maxSeq: number
): Promise<Keyframe | null> {
  const candidates = located.filter(({ facts }) => facts.lastSeq <= maxSeq).reverse()
  if (candidates.length === 0) return null
  return withMembers(file, async (log) =>
    withMembers(keyframesOf(file), async (keyframes) => {
      for (const one of candidates) {
        const keyframe = await readKeyframe(keyframes, one)
        if (keyframe && (await isOf(log, keyframe))) return keyframe
      }
      return null
    })
  )
}

/** Null if it is damaged or of another version. */
export async function readKeyframe(keyframes: Segment, located: Located): Promise<Keyframe | null> {
  const member = await keyframes.exactly(located.offset, located.facts.length)
  const [facts, text] = [readFacts(member), openMember(member)]
  // The file may have been written again meanwhile.
  if (facts?.lastSeq !== located.facts.lastSeq || !text) return null
  try {
    const value = parseJson(text.toString('utf8'), { values: maxSavedValues, strict: true })
    if (!isWritten(value)) return null
    const state = readSavedHub(value.state)
    if (state?.seq !== facts.lastSeq || !isAt(state, logTimeOf(facts.to))) return null
    return {
      seq: facts.lastSeq,
      time: logTimeOf(facts.to),
      offset: value.offset,
      digest: facts.previous,
      state
    }
  } catch {
    return null
  }
}

/** From a much earlier moment, passing the time could take hours. */
const isAt = ({ epoch, now }: SavedHub, { milliseconds }: LogTime) =>
  Math.abs(epoch + now - milliseconds) <= maxDifference

function isWritten(value: unknown): value is { readonly offset: number; readonly state: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const { version: written, offset } = value as { version?: unknown; offset?: unknown }
  return written === version && Number.isSafeInteger(offset) && (offset as number) >= 0
}

/** Whether the next member follows the one before the keyframe; without a next one, the segment has to end there. */
async function isOf(log: Segment, { offset, seq, digest }: Keyframe): Promise<boolean> {
  if (offset + headLength > log.size) return offset === log.size
  const facts = readFacts(await log.exactly(offset, headLength))
  return facts !== null && facts.firstSeq > seq && facts.previous.equals(digest)
}
