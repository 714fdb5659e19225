import {
  CandleBook,
  foldRows,
  intervalLimits,
  intervalSeconds,
  startOf,
  type SavedCoverage,
  type StoredRow
} from '#shared/domain/market/candles/index'
import type { OlderCandles } from '#shared/contract/market/markets'
import { CandlesPart } from '../../market/publish/candles-part'
import type { TradeSource } from '../keyframes/trade-source'
import { logTimeAt, logTimeOf } from '../replay/log-time'
import type { RecordingIndex } from '../replay/recording-index'
import { arrivalOf, isBeginning, maxEarly, segmentsBetween, type OlderRequest, type ReadPart } from './older'
import { clip, lostBetween, recordedCoverage, spansWithin, without } from './older-coverage'
import { readCandles } from './segment-candles'
import { candlesFromTrades } from './trade-candles'

/** Intervals, and seconds, that are read at once. */
const maxSlots = 1400
const maxSeconds = 7 * 86_400
/** A page ends once it has these candles, or after these reads. */
const enough = 400
const maxReads = 12

interface Found {
  readonly rows: readonly StoredRow[]
  readonly spans: readonly (readonly [from: number, to: number])[]
}

/** The newest candles before a time, from the recording. */
export async function readOlderCandles(
  index: RecordingIndex,
  source: TradeSource,
  request: OlderRequest
): Promise<OlderCandles> {
  const { market, interval, lead, least = -Infinity } = request
  const seconds = intervalSeconds[interval]
  const span = Math.max(1, Math.min(maxSlots, Math.floor(maxSeconds / seconds))) * seconds
  let from = startOf(request.before, seconds)
  const coverage = await recordedCoverage(index, market, from * 1000 - lead)
  const found: Found[] = []
  let [count, reads] = [0, 0]
  let begins = isBeginning(index, from, lead)
  while (!begins && count < enough && reads < maxReads && from > least) {
    const to = Math.min(from, startOf(await recordedUntil(index, from, lead), seconds) + seconds)
    from = Math.max(Math.min(from, to - span), least)
    if (from >= to) break
    const part = await readBetween(index, source, { ...request, from, to }, coverage)
    found.unshift(part)
    count += part.rows.length
    reads += 1
    begins = isBeginning(index, from, lead)
  }
  const rows = found.flatMap((part) => part.rows)
  const book = new CandleBook({ ...intervalLimits, [interval]: rows.length + 1 })
  book.restore({ spans: [], series: [[interval, rows]] })
  const spans = found.flatMap((part) => part.spans)
  book.coverage.addEarlier({ spans, steps: clip(coverage?.steps ?? [], from * 1000, request.before * 1000) })
  const news = new CandlesPart({ interval, max: rows.length + 1 }).read(book, request.before * 1000)!
  const candles = { ...news, fresh: false, values: news.values.slice(), watched: coverage && news.watched }
  return { candles, from, begins }
}

/** Before a time, both in seconds of the service's clock: when the last item may have been executed. */
async function recordedUntil(index: RecordingIndex, before: number, lead: number): Promise<number> {
  const number = await index.segmentAt(logTimeAt(arrivalOf(before, before, lead).to))
  const file = index.segments[number]
  const last = file === undefined ? null : (await index.indexOf(file)).last
  return last ? Math.ceil((logTimeOf(last.to).milliseconds + lead + maxEarly) / 1000) : Infinity
}

async function readBetween(
  index: RecordingIndex,
  source: TradeSource,
  request: OlderRequest & { readonly from: number; readonly to: number },
  coverage: SavedCoverage | null
): Promise<Found> {
  const { market, interval, seq, lead, from, to } = request
  const seconds = intervalSeconds[interval]
  const arrival = arrivalOf(from, to, lead)
  const isWanted = (part: ReadPart) =>
    logTimeOf(part.to).milliseconds >= arrival.from && logTimeOf(part.from).milliseconds <= arrival.to
  const rows: StoredRow[] = []
  const parts: ReadPart[] = []
  const isShort = seconds < intervalSeconds['1m']
  const segments = await segmentsBetween(index, arrival)
  for (const segment of segments) {
    const stored = isShort ? null : await readCandles(segment, new Set([market]))
    if (stored && (seq === null || stored.facts.lastSeq <= seq)) {
      parts.push(stored.facts)
      for (const row of stored.candles.get(market) ?? []) if (row[0] >= from && row[0] < to) rows.push(row)
      continue
    }
    const read = await candlesFromTrades(source, segment, {
      market,
      interval: isShort ? interval : '1m',
      seq,
      isWanted: isShort ? isWanted : () => true
    })
    parts.push(...read.parts)
    for (const row of read.rows) if (row[0] >= from && row[0] < to) rows.push(row)
  }
  const last = segments.at(-1)
  const lastSeq = last === undefined ? 0 : ((await index.indexOf(last)).last?.lastSeq ?? 0)
  const lost = lostBetween(parts, Math.min(lastSeq, seq ?? Infinity)).map(
    ([start, end]) => [start + lead, end + lead] as const
  )
  const spans = coverage ? without(spansWithin(coverage, from * 1000, to * 1000), lost) : []
  return { rows: foldRows(rows, seconds), spans }
}
