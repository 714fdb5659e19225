import type { OlderTrades, OlderTradesRequest } from '#shared/contract/market/markets'
import { Tape } from '#shared/domain/market/tape/index'
import { TradesPart } from '../../market/publish/trades-part'
import { readTrades } from '../keyframes/read-trades'
import { inferenceOf, type RecordedTrade } from '../keyframes/trade-lines'
import type { TradeSource } from '../keyframes/trade-source'
import { logTimeAt, logTimeOf } from '../replay/log-time'
import type { RecordingIndex } from '../replay/recording-index'

export interface TradesBefore extends Omit<OlderTradesRequest, 'id' | 'number'> {
  /** Later items do not count. */
  readonly lastSeq: number | null
  readonly lead: number
}

/** Milliseconds that a trade may arrive after it was executed, if it is not late. */
const maxDelay = 60_000
const maxPage = 1000
/** Of files, in bytes, for one page. */
const maxRead = 4 * 1024 * 1024
/** The same for a trade that is not where its time says. */
const maxSearch = 32 * 1024 * 1024

/** The newest trades of a tape before a number; null if it has none. */
export function tradesOnTape(tape: Tape, number: number): OlderTrades | null {
  const first = tape.arrivals - tape.count
  const from = Math.max(first, number - maxPage)
  if (from >= number) return null
  const page = new Tape(maxPage, from)
  for (let arrival = from; arrival < number; arrival++) {
    const trade = tape.tradeAt(arrival)!
    page.recordExact(
      { kind: 'execution', market: '', ...trade },
      inferenceOf(trade.aggressor, trade.basis)!,
      trade.ahead,
      trade.confidence
    )
  }
  return pageOf(page, null, false)
}

/** The newest trades that arrived before a time or an item, at most a page of them. */
export async function readOlderTrades(
  index: RecordingIndex,
  source: TradeSource,
  request: TradesBefore
): Promise<OlderTrades> {
  const { executed, seq, lastSeq, lead } = request
  const end = Math.min(seq === null ? Infinity : seq - 1, lastSeq ?? Infinity)
  // The pages after the first one go by items alone.
  if (seq !== null) return page(await readBefore(index, source, request, { end, to: Infinity }))
  const to = executed.seconds * 1000 - lead + maxDelay
  const near = await readBefore(index, source, request, { end, to })
  const sought = BigInt(executed.seconds) * 1_000_000_000n + BigInt(executed.nanoseconds)
  const isSought = ({ executedAt }: RecordedTrade) => executedAt === sought
  if (near.found.some(isSought)) return page(near)
  // The service's clock was set since then, or the trade was not recorded.
  const before = await readBefore(index, source, request, { end, to: Infinity, isSought })
  return page(before.found.length > 0 ? before : near)
}

interface Found {
  readonly found: readonly RecordedTrade[]
  /** Of the first item that was read. */
  readonly seq: number
  readonly begins: boolean
}

interface Bounds {
  /** An item. */
  readonly end: number
  /** Milliseconds since the epoch. */
  readonly to: number
  /** Nothing counts after the items with this trade, and nothing at all if it is not near the end. */
  readonly isSought?: (trade: RecordedTrade) => boolean
}

async function readBefore(
  index: RecordingIndex,
  source: TradeSource,
  { market }: TradesBefore,
  { end, to, isSought }: Bounds
): Promise<Found> {
  const number = Number.isFinite(end) ? await index.segmentOf(end) : await index.segmentAt(logTimeAt(to))
  const found: RecordedTrade[] = []
  let isBefore = !isSought
  let [bytes, seq] = [0, 0]
  for (const segment of index.segments.slice(0, number + 1).reverse()) {
    for (const part of [...(await source.partsOf(segment))].reverse()) {
      if (part.facts.firstSeq > end || logTimeOf(part.facts.from).milliseconds > to) continue
      if (isBefore && (found.length >= maxPage || bytes > maxRead)) return { found, seq, begins: false }
      if (!isBefore && bytes > maxSearch) return { found, seq, begins: false }
      const trades = await readTrades(source, segment, { parts: [part], market })
      bytes += part.facts.length
      if (!isBefore && trades.some(isSought!)) [isBefore, bytes] = [true, 0]
      if (isBefore) found.unshift(...trades.filter((trade) => trade.seq <= end))
      seq = part.facts.firstSeq
    }
  }
  return { found, seq, begins: found.length <= maxPage }
}

function page({ found, seq, begins }: Found): OlderTrades {
  const newest = found.slice(-maxPage)
  const tape = new Tape(maxPage)
  for (const { market, executedAt, price, amount, inference, ahead, confidence } of newest)
    tape.recordExact({ kind: 'execution', market, executedAt, price, amount }, inference, ahead, confidence)
  return pageOf(tape, newest.length < found.length ? newest[0]!.seq : seq, begins)
}

function pageOf(tape: Tape, seq: number | null, begins: boolean): OlderTrades {
  const { values, ...trades } = new TradesPart({ max: maxPage }).read(tape)!
  return { trades: { ...trades, values: values.slice() }, seq, begins }
}
