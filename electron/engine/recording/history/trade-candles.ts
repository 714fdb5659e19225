import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CandleBook,
  intervalLimits,
  intervals,
  type Interval,
  type StoredRow
} from '#shared/domain/market/candles/index'
import { Tape } from '#shared/domain/market/tape/index'
import { tradesOf } from '../keyframes/files'
import { withMembers } from '../keyframes/members'
import { TradeScanner } from '../keyframes/trade-scanner'
import { openMember } from '../log/member'
import type { Located } from '../log/segment'
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

/** The candles of some members of a segment's file of trades, and all members but those that are damaged. */
export async function candlesFromTrades(
  segment: string,
  members: readonly Located[],
  { market, interval, seq, isWanted }: TradeRange
): Promise<{ readonly rows: readonly StoredRow[]; readonly parts: readonly ReadPart[] }> {
  const series = { tape: new Tape(1), candles: new CandleBook(limitsFor(interval)) }
  const scanner = new TradeScanner()
  const parts: ReadPart[] = []
  await withMembers(tradesOf(segment), async (file) => {
    for (const member of members) {
      const { facts } = member
      if (seq !== null && facts.firstSeq > seq) break
      const text = isWanted(facts) ? openMember(await file.read(member)) : nothing
      if (!text) continue
      const wanted = seq !== null && facts.lastSeq > seq ? linesUpTo(text, seq) : text
      scanner.scan(wanted, (name) => (name === market ? series : undefined))
      parts.push(facts)
      if (text.length > 0) await nextTurn()
    }
  })
  return { rows: series.candles.series(interval).toStored(Infinity), parts }
}

const limitsFor = (interval: Interval): typeof intervalLimits => ({
  ...(Object.fromEntries(intervals.map((each) => [each, 1])) as typeof intervalLimits),
  [interval]: maxCandles
})

const nothing = Buffer.alloc(0)
const newline = 10
const maxDigits = 16

/** The lines of items up to a number, by which they are sorted. */
function linesUpTo(text: Buffer, seq: number): Buffer {
  let at = 0
  while (at < text.length && parseInt(text.toString('latin1', at, at + maxDigits), 10) <= seq) {
    const end = text.indexOf(newline, at)
    at = end === -1 ? text.length : end + 1
  }
  return text.subarray(0, at)
}
