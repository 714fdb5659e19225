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
/** Seconds after its end in which a column is written. */
const maxDelay = 120

/** The newest columns before a time, from the recording; those of less than a minute are not stored. */
export async function readOlderHeat(index: RecordingIndex, request: OlderRequest): Promise<OlderHeat> {
  const { market, interval, lead } = request
  const seconds = intervalSeconds[interval]
  const before = startOf(request.before, seconds)
  const from = before - Math.min(maxColumns, heatResolutions[interval].limit - 1) * seconds
  const book = new HeatBook()
  if (seconds >= intervalSeconds['1m'] && !isBeginning(index, before, lead)) {
    const arrival = arrivalOf(from, before, lead)
    const end = before * 1000 - lead + maxDelay * 1000
    const number = await index.segmentAt(logTimeAt(end))
    const segments = index.segments.slice(0, number + 1)
    const item = {
      seq: Math.min(await lastSeqUntil(index, segments, end), request.seq ?? Infinity),
      time: logTimeAt(before * 1000)
    }
    await readHeat(
      segments,
      item,
      { markets: new Set([market]), maxAge: before * 1000 - arrival.from },
      () => book
    )
  }
  const { values, ...heat } = new HeatPart({ interval, max: maxColumns }).read(book)!
  return {
    heat: { ...heat, fresh: false, values: values.slice() },
    from,
    begins: isBeginning(index, from, lead)
  }
}

/** Of the column that was written last before a time, in milliseconds of this computer's clock. */
async function lastSeqUntil(
  index: RecordingIndex,
  segments: readonly string[],
  time: number
): Promise<number> {
  const file = segments.at(-1)
  const members = file === undefined ? [] : (await index.indexOf(heatOf(file))).members
  const next = members.find(({ facts }) => logTimeOf(facts.to).milliseconds >= time)
  return next?.facts.lastSeq ?? Infinity
}
