import { stat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CandleBook, intervalLimits } from '#shared/domain/market/candles/index'
import { Tape } from '#shared/domain/market/tape/index'
import { replaceAtomically } from '../../base/files'
import type { TradeSeries } from '../../market/series'
import { candlesOf } from '../keyframes/files'
import type { HistoryOptions } from '../keyframes/history'
import { membersOf, withMembers } from '../keyframes/members'
import { TradeScanner } from '../keyframes/trade-scanner'
import { tradeFiles, type TradePart } from '../keyframes/trade-source'
import { noMember, openMember, sealMember, type MemberFacts } from '../log/member'
import { formatCandles, parseCandles, type MinuteCandles } from './candle-lines'

/** The candles of a minute of all trades of a segment, or of those that are known. */
export interface SegmentCandles {
  readonly candles: MinuteCandles
  readonly facts: Pick<MemberFacts, 'firstSeq' | 'lastSeq' | 'from' | 'to'>
}

/** The other ones follow from the minutes. */
const minutesAlone = {
  ...intervalLimits,
  '1s': 1,
  '5s': 1,
  '15s': 1,
  '5m': 1,
  '15m': 1,
  '1h': 1,
  '4h': 1,
  '1d': 1
}

/** As they are in the file of candles; null if it is missing or damaged. */
export async function readCandles(
  segment: string,
  markets?: ReadonlySet<string>
): Promise<SegmentCandles | null> {
  const file = candlesOf(segment)
  const [member] = await membersOf(file)
  if (member?.offset !== 0) return null
  const text = await withMembers(file, async (opened) => openMember(await opened.read(member)))
  const candles = text && parseCandles(text.toString('utf8'), markets)
  return candles && { candles, facts: member.facts }
}

/** From the trades of a segment; null if some are missing. */
export async function deriveCandles(
  segment: string,
  { source = tradeFiles, markets, signal }: Pick<HistoryOptions, 'source' | 'markets' | 'signal'> = {}
): Promise<SegmentCandles | null> {
  const parts = await source.partsOf(segment)
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last || !areJoined(parts)) return null
  const series = new Map<string, TradeSeries>()
  const scanner = new TradeScanner()
  for await (const { text } of source.read(segment, parts, signal)) {
    if (!text) return null
    scanner.scan(text, (market) => (markets?.has(market) === false ? undefined : seriesOf(series, market)))
    await nextTurn()
  }
  const candles = new Map(
    Array.from(series, ([market, { candles: book }]) => [market, book.series('1m').toStored(Infinity)])
  )
  const { firstSeq, from } = first.facts
  const { lastSeq, to } = last.facts
  return { candles, facts: { firstSeq, lastSeq, from, to } }
}

export const hasCandles = async (segment: string): Promise<boolean> =>
  (await stat(candlesOf(segment)).catch(() => null)) !== null

/** Of a segment that has ended. */
export async function writeCandles(segment: string): Promise<void> {
  const derived = await deriveCandles(segment)
  if (!derived) return
  const { candles, facts } = derived
  const text = Buffer.from(formatCandles(candles))
  const items = facts.lastSeq - facts.firstSeq + 1
  await replaceAtomically(candlesOf(segment), sealMember(text, { ...facts, items, previous: noMember }))
}

const areJoined = (parts: readonly TradePart[]) =>
  parts.every(({ facts }, number) => number === 0 || facts.firstSeq === parts[number - 1]!.facts.lastSeq + 1)

function seriesOf(all: Map<string, TradeSeries>, market: string): TradeSeries {
  const found = all.get(market)
  if (found) return found
  const series = { tape: new Tape(1), candles: new CandleBook(minutesAlone) }
  all.set(market, series)
  return series
}
