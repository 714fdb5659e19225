import type { Interval } from '#shared/domain/market/candles/index'
import type { MemberFacts } from '../log/member'
import { logTimeAt } from '../replay/log-time'
import type { RecordingIndex } from '../replay/recording-index'

/** A request for the past of a market, before the data that a window has. Times are those of the service. */
export interface OlderRequest {
  readonly market: string
  readonly interval: Interval
  /** Seconds since the epoch, a multiple of the interval. */
  readonly before: number
  /** Later items do not count; null without a limit. */
  readonly seq: number | null
  /** Milliseconds by which the service's clock is ahead of this computer's. */
  readonly lead: number
  /** In seconds since the epoch, a multiple of the interval: nothing before is read. */
  readonly least?: number
}

/** Milliseconds that a trade may arrive after it was executed; what is later does not count. */
export const maxLate = 3_600_000
/** Milliseconds that it may arrive earlier, because the clocks are estimates. */
export const maxEarly = 600_000

/** Consecutive items that were read. */
export type ReadPart = Pick<MemberFacts, 'firstSeq' | 'lastSeq' | 'from' | 'to'>

/** In milliseconds of this computer's clock: when what happened between two times of the service arrived. */
export function arrivalOf(
  from: number,
  to: number,
  lead: number
): { readonly from: number; readonly to: number } {
  return { from: from * 1000 - lead - maxEarly, to: to * 1000 - lead + maxLate }
}

/** The segments that may have something between two times, in milliseconds of this computer's clock, and the next one. */
export async function segmentsBetween(
  index: RecordingIndex,
  { from, to }: { readonly from: number; readonly to: number }
): Promise<readonly string[]> {
  const first = Math.max(0, await index.segmentAt(logTimeAt(from)))
  return index.segments.slice(first, (await index.segmentAt(logTimeAt(to))) + 2)
}

/** Whether nothing is recorded of the time before, in seconds of the service's clock. */
export const isBeginning = ({ from }: RecordingIndex, seconds: number, lead: number): boolean =>
  from === null || seconds * 1000 <= from.milliseconds + lead - maxLate
