import { Coverage, type SavedCoverage } from '#shared/domain/market/candles/index'
import { keyframesOf } from '../keyframes/files'
import { findKeyframe, type Keyframe } from '../keyframes/keyframe'
import { compareTimes, logTimeAt, logTimeOf, type LogTime } from '../replay/log-time'
import type { RecordingIndex } from '../replay/recording-index'
import type { ReadPart } from './older'

type Pair = readonly [from: number, to: number]

/** Segments in which a keyframe is looked for. */
const maxTried = 3

/**
 * When a market was watched, from the keyframe after a time or the last one before it; null without one.
 * @param at in milliseconds of this computer's clock
 */
export async function recordedCoverage(
  index: RecordingIndex,
  market: string,
  at: number
): Promise<SavedCoverage | null> {
  const time = logTimeAt(at)
  const number = Math.max(0, await index.segmentAt(time))
  const keyframe = (await keyframeAfter(index, number, time)) ?? (await lastKeyframe(index, number))
  if (!keyframe) return null
  const found = keyframe.state.coverages.find(([name]) => name === market)
  return found?.[1] ?? { since: null, spans: [], steps: [] }
}

async function keyframeAfter(index: RecordingIndex, number: number, time: LogTime): Promise<Keyframe | null> {
  for (const file of index.segments.slice(number, number + maxTried)) {
    const { members } = await index.indexOf(keyframesOf(file))
    const next = members.find(({ facts }) => compareTimes(logTimeOf(facts.to), time) >= 0)
    const found = next && (await findKeyframe(file, members, next.facts.lastSeq))
    if (found) return found
  }
  return null
}

async function lastKeyframe(index: RecordingIndex, number: number): Promise<Keyframe | null> {
  for (const file of index.segments.slice(Math.max(0, number - maxTried), number + 1).reverse()) {
    const { members } = await index.indexOf(keyframesOf(file))
    const found = await findKeyframe(file, members, Infinity)
    if (found) return found
  }
  return null
}

/** Pairs of from and to within a time, in milliseconds. */
export const clip = (spans: readonly Pair[], from: number, to: number): Pair[] =>
  spans
    .filter((span) => span[1] > from && span[0] < to)
    .map((span) => [Math.max(span[0], from), Math.min(span[1], to)])

/** The spans between two times; the current one has no end yet. */
export function spansWithin({ since, spans }: SavedCoverage, from: number, to: number): Pair[] {
  const all = new Coverage()
  all.restore({ since: null, spans, steps: [] })
  if (since !== null) all.seen(since, to)
  return clip(all.save().spans, from, to)
}

export function without(spans: readonly Pair[], lost: readonly Pair[]): Pair[] {
  return lost.reduce<Pair[]>(
    (left, [from, to]) =>
      left.flatMap((span) => [...clip([span], -Infinity, from), ...clip([span], to, Infinity)]),
    [...spans]
  )
}

/**
 * Where items up to a number are missing between parts that were read, in milliseconds of this computer's clock.
 */
export function lostBetween(parts: readonly ReadPart[], lastSeq: number): Pair[] {
  const first = parts[0]
  if (!first) return [[-Infinity, Infinity]]
  const lost: Pair[] = first.firstSeq === 1 ? [] : [[-Infinity, millisecondsOf(first.from)]]
  let before = first
  for (const part of parts.slice(1)) {
    if (part.firstSeq !== before.lastSeq + 1)
      lost.push([millisecondsOf(before.to), millisecondsOf(part.from)])
    before = part
  }
  if (before.lastSeq < lastSeq) lost.push([millisecondsOf(before.to), Infinity])
  return lost
}

const millisecondsOf = (nanoseconds: bigint) => logTimeOf(nanoseconds).milliseconds
