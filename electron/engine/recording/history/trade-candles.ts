import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CandleBook,
  intervalLimits,
  intervals,
  type Interval,
  type StoredRow
} from '#shared/domain/market/candles/index'
import { Tape } from '#shared/domain/market/tape/index'
import { TradeScanner } from '../keyframes/trade-scanner'
import type { TradePart, TradeSource } from '../keyframes/trade-source'
import type { ReadPart } from './older'

interface TradeRange {
  readonly market: string
  readonly interval: Interval
  /** Later items do not count. */
  readonly seq: number | null
  readonly isWanted: (facts: ReadPart) => boolean
}

/** More than a page is read from. */
const maxCandles = 1_000_000

/** The candles of some parts of a segment, and all parts but those that cannot be read. */
export async function candlesFromTrades(
  source: TradeSource,
  segment: string,
  { market, interval, seq, isWanted }: TradeRange
): Promise<{ readonly rows: readonly StoredRow[]; readonly parts: readonly ReadPart[] }> {
  const series = { tape: new Tape(1), candles: new CandleBook(limitsFor(interval)) }
  const scanner = new TradeScanner()
  const parts: ReadPart[] = []
  const wanted: TradePart[] = []
  for (const part of await source.partsOf(segment)) {
    if (seq !== null && part.facts.firstSeq > seq) break
    if (isWanted(part.facts)) wanted.push(part)
    else parts.push(part.facts)
  }
  for await (const { part, text } of source.read(segment, wanted)) {
    if (!text) continue
    const { facts } = part
    const lines = seq !== null && facts.lastSeq > seq ? linesUpTo(text, seq) : text
    scanner.scan(lines, (name) => (name === market ? series : undefined))
    parts.push(facts)
    await nextTurn()
  }
  parts.sort((one, other) => one.firstSeq - other.firstSeq)
  return { rows: series.candles.series(interval).toStored(Infinity), parts }
}

/** Others are not read. */
function limitsFor(interval: Interval): typeof intervalLimits {
  const limits: Record<Interval, number> = { ...intervalLimits }
  for (const each of intervals) limits[each] = each === interval ? maxCandles : 1
  return limits
}

const newline = 10
const maxDigits = 16

/** The lines of items up to a number, by which they are sorted. */
export function linesUpTo(text: Buffer, seq: number): Buffer {
  let at = 0
  while (at < text.length && parseInt(text.toString('latin1', at, at + maxDigits), 10) <= seq) {
    const end = text.indexOf(newline, at)
    at = end === -1 ? text.length : end + 1
  }
  return text.subarray(0, at)
}
