import { heatWidth } from '#shared/contract/market/market-news'
import type { OlderHeat } from '#shared/contract/market/markets'
import { intervalSeconds, startOf } from '#shared/domain/market/candles/index'
import { HeatBook } from '#shared/domain/market/heat/index'
import { heatResolutions } from '#shared/domain/market/heat/resolutions'
import { HeatPart } from '../../market/publish/heat-part'
import { heatOf } from '../keyframes/files'
import { readHeat } from '../keyframes/heat-history'
import { logTimeAt, logTimeOf } from '../replay/log-time'
import type { RecordingIndex } from '../replay/recording-index'
import { arrivalOf, isBeginning, type OlderRequest } from './older'

/** Columns that are read at once, of the same length as candles. */
const maxColumns = 400
/** Seconds after its end in which a column is written: with the next one, while the book is live. */
const maxDelay = 3600
/** The columns of that time, and the current one, have room in the longest intervals. */
const spare = 3

/** The newest columns before a time, from the recording; those of less than a minute are not stored. */
export async function readOlderHeat(index: RecordingIndex, request: OlderRequest): Promise<OlderHeat> {
  const { market, interval, lead } = request
  const seconds = intervalSeconds[interval]
  const { limit } = heatResolutions[interval]
  const before = startOf(request.before, seconds)
  const from = before - Math.min(maxColumns, limit - spare) * seconds
  const book = new HeatBook()
  if (seconds >= intervalSeconds['1m'] && !isBeginning(index, before, lead)) {
    const arrival = arrivalOf(from, before, lead)
    const end = before * 1000 - lead + maxDelay * 1000
    const number = await index.segmentAt(logTimeAt(end))
    // A column is written with the first message after its end, which may be in the next one.
    const segments = index.segments.slice(0, number + 2)
    const last = await lastSeqUntil(index, segments.slice(Math.max(0, number)), end)
    const item = {
      seq: Math.min(last, request.seq ?? Infinity),
      time: logTimeAt(before * 1000)
    }
    await readHeat(
      segments,
      item,
      { markets: new Set([market]), maxAge: before * 1000 - arrival.from },
      () => book
    )
  }
  const { values, ...heat } = new HeatPart({ interval, max: limit }).read(book)!
  return {
    heat: {
      ...heat,
      fresh: false,
      values: values.slice(0, book.tier(interval).indexFrom(before) * heatWidth)
    },
    from,
    begins: isBeginning(index, from, lead)
  }
}

/** Of the first columns that were written after a time, in milliseconds of this computer's clock. */
async function lastSeqUntil(
  index: RecordingIndex,
  segments: readonly string[],
  time: number
): Promise<number> {
  for (const file of segments) {
    const { members } = await index.indexOf(heatOf(file))
    const next = members.find(({ facts }) => logTimeOf(facts.to).milliseconds >= time)
    if (next) return next.facts.lastSeq
  }
  return Infinity
}
