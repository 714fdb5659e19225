import { stat } from 'node:fs/promises'
import {
  foldRows,
  intervalLimits,
  intervalSeconds,
  type StoredCandles,
  type StoredRow
} from '#shared/domain/market/candles/index'
import { tradesOf } from '../keyframes/files'
import { History, type HistoryOptions } from '../keyframes/history'
import { segmentTime } from '../log/segments'
import type { LogTime } from '../replay/log-time'
import { deriveCandles, readCandles, type SegmentCandles } from './segment-candles'

/** Of the log, of segments that have no file of candles yet: a file of trades has about a sixteenth. */
const maxDerived = 512 * 1024 * 1024
/** Of candles: more than a year of ten busy markets. */
const maxRows = 4_000_000

/**
 * Trades and candles as they were after an item. Trades are of whole segments, so that the candles of the segments
 * before, which are in files of their own, join them exactly.
 */
export async function readPast(
  segments: readonly string[],
  item: { readonly seq: number; readonly time: LogTime },
  { maxAge, maxBytes, ...options }: HistoryOptions
): Promise<History> {
  const first = await firstOfTrades(segments, item.time.milliseconds - maxAge, maxBytes)
  const all = { ...options, maxAge: Infinity, maxBytes: Infinity }
  const history = await History.read(segments.slice(first), item, all)
  const older = await readOlder(segments.slice(0, first), history.firstSeq, options)
  const oldest = older[0]
  if (oldest) history.addOlder(joined(older), oldest.facts)
  return history
}

/** The segment from which on trades are read: not much before `since`, and not too many. */
async function firstOfTrades(segments: readonly string[], since: number, maxBytes: number): Promise<number> {
  let first = segments.length - 1
  for (let bytes = await sizeOf(tradesOf(segments[first]!)); first > 0; first -= 1) {
    bytes += await sizeOf(tradesOf(segments[first - 1]!))
    if (segmentTime(segments[first]!) <= since || bytes > maxBytes) break
  }
  return first
}

const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0

/** The candles that lead up to an item without a hole, oldest first. */
async function readOlder(
  segments: readonly string[],
  seq: number,
  options: Pick<HistoryOptions, 'source' | 'markets' | 'signal'>
): Promise<SegmentCandles[]> {
  const older: SegmentCandles[] = []
  let next = seq
  let rows = 0
  let derived = 0
  for (const segment of [...segments].reverse()) {
    options.signal?.throwIfAborted()
    const leadsUp = (candles: SegmentCandles | null) => candles?.facts.lastSeq === next - 1
    let found = await readCandles(segment, options.markets)
    if (!leadsUp(found)) {
      derived += await sizeOf(segment)
      found = derived <= maxDerived ? await deriveCandles(segment, options) : null
    }
    if (!found || !leadsUp(found)) break
    older.unshift(found)
    next = found.facts.firstSeq
    for (const each of found.candles.values()) rows += each.length
    if (rows > maxRows) break
  }
  return older
}

const fromMinutes = ['1m', '5m', '15m', '1h', '4h', '1d'] as const

/** Of each market, in all intervals that follow from minutes. */
function joined(older: readonly SegmentCandles[]): ReadonlyMap<string, StoredCandles['series']> {
  const minutes = new Map<string, StoredRow[]>()
  for (const { candles } of older) {
    for (const [market, rows] of candles) {
      const all = minutes.get(market) ?? []
      for (const row of rows) all.push(row)
      minutes.set(market, all)
    }
  }
  return new Map(Array.from(minutes, ([market, rows]) => [market, inAllIntervals(rows)]))
}

function inAllIntervals(minutes: readonly StoredRow[]): StoredCandles['series'] {
  let rows = minutes
  return fromMinutes.map((interval) => {
    rows = foldRows(rows, intervalSeconds[interval])
    return [interval, rows.slice(-intervalLimits[interval])] as const
  })
}
