import { heatWidth, type HeatNews } from '#shared/contract/market/market-news'
import type { OlderHeat } from '#shared/contract/market/markets'
import { intervalSeconds, startOf, type Interval } from '#shared/domain/market/candles/index'
import { HeatBook, HeatColumn } from '#shared/domain/market/heat/index'
import { heatResolutions } from '#shared/domain/market/heat/resolutions'
import { HeatPart } from '../../market/publish/heat-part'
import { heatOf } from '../keyframes/files'
import { readHeat } from '../keyframes/heat-history'
import { logTimeAt, logTimeOf } from '../replay/log-time'
import type { RecordingIndex } from '../replay/recording-index'
import { RecordingReader } from '../replay/recording-reader'
import { arrivalOf, isBeginning, type OlderRequest } from './older'

/** Columns that are read at once, of the same length as candles. */
const maxColumns = 400
/** Seconds after its end in which a column is written: with the next one, while the book is live. */
const maxDelay = 3600
/** Milliseconds after which a column that has ended has its last sample, unless the book was not live. */
const sampled = 2000
/** Until the log says otherwise. */
const usualStaleAfter = 10_000
/** The columns of that time, and the current one, have room in the longest intervals. */
const spare = 3

/** The newest columns before a time, from the recording. */
export async function readOlderHeat(index: RecordingIndex, request: OlderRequest): Promise<OlderHeat> {
  const { market, interval, lead, least = -Infinity } = request
  const seconds = intervalSeconds[interval]
  const { limit } = heatResolutions[interval]
  const before = startOf(request.before, seconds)
  const from = Math.max(before - Math.min(maxColumns, limit - spare) * seconds, least)
  const book = new HeatBook()
  if (!isBeginning(index, before, lead)) {
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
  return { heat: columnsOf(book, interval, from, before), from, begins: isBeginning(index, from, lead) }
}

/** The same of less than a minute, which are not stored: the log is played for them, some minutes at a time. */
export async function playOlderHeat(folder: string, request: OlderRequest): Promise<OlderHeat> {
  const seconds = intervalSeconds[request.interval]
  const before = startOf(request.before, seconds)
  const wanted = { ...request, before }
  const at = before * 1000 - request.lead
  const reader = await RecordingReader.open(folder)
  try {
    if (!reader.from) return blankPage(wanted, true)
    const played = (await playUntil(reader, wanted, at + sampled)) ?? (await playUntil(reader, wanted, at))
    // Silence counts once it has ended.
    const again = played?.silentUntil ? await playUntil(reader, wanted, played.silentUntil + sampled) : null
    return (again ?? played)?.page ?? blankPage(wanted, false)
  } finally {
    await reader.dispose()
  }
}

function blankPage({ interval, before }: OlderRequest, begins: boolean): OlderHeat {
  const from = before - intervalSeconds[interval]
  return { heat: columnsOf(new HeatBook(), interval, from, before), from, begins }
}

interface Played {
  readonly page: OlderHeat
  /** When the next item arrived, if the last column depends on it. */
  readonly silentUntil: number | null
}

/** @returns null if there are items by then that do not count */
async function playUntil(reader: RecordingReader, request: OlderRequest, at: number): Promise<Played | null> {
  const { market, interval, before, lead, seq } = request
  const seconds = intervalSeconds[interval]
  const position = await reader.seek(logTimeAt(at), { staleAfter: () => usualStaleAfter, markets: () => [] })
  const { hub } = position
  try {
    if (seq !== null && hub.seq > seq) return null
    const since = await reader.fillHeat(position, [market])
    hub.lookAtHeat()
    const book = hub.heatOf(market)
    const begun = since ?? reader.from?.milliseconds ?? at
    const isAll = begun <= (reader.from?.milliseconds ?? Infinity)
    // Another first column may have begun before.
    const first = startOf((begun + lead) / 1000, seconds) + (isAll ? 0 : seconds)
    const room = roomFrom(book, interval)
    const from = Math.min(Math.max(first, room), before - seconds)
    const isSilent = (book.save().covered ?? -Infinity) < before * 1000
    const [next] = isSilent ? await position.next() : []
    return {
      page: { heat: columnsOf(book, interval, from, before), from, begins: isAll && room <= first },
      silentUntil: next ? next.milliseconds : null
    }
  } finally {
    hub.dispose()
    await position.close()
  }
}

/** Where its columns begin if there was no room for earlier ones. */
function roomFrom(book: HeatBook, interval: Interval): number {
  const tier = book.tier(interval)
  if (tier.count < heatResolutions[interval].limit) return -Infinity
  const oldest = new HeatColumn()
  tier.read(0, oldest)
  return oldest.start
}

function columnsOf(book: HeatBook, interval: Interval, from: number, before: number): HeatNews {
  const { limit } = heatResolutions[interval]
  const { values, ...heat } = new HeatPart({ interval, max: limit }).read(book)!
  const [first, end] = [from, before].map((start) => book.tier(interval).indexFrom(start) * heatWidth)
  return { ...heat, fresh: false, values: values.slice(first, end) }
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
