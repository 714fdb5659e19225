import { stat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CandleBook, intervalLimits } from '#shared/domain/market/candles/index'
import { Tape } from '#shared/domain/market/tape/index'
import { replaceAtomically } from '../../base/files'
import type { TradeSeries } from '../../market/series'
import { candlesOf, tradesOf } from '../keyframes/files'
import { membersOf, withMembers } from '../keyframes/members'
import { TradeScanner } from '../keyframes/trade-scanner'
import { noMember, openMember, sealMember, type MemberFacts } from '../log/member'
import type { Located } from '../log/segment'
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

/** From the file of trades; null if that is missing or damaged. */
export async function deriveCandles(
  segment: string,
  markets?: ReadonlySet<string>
): Promise<SegmentCandles | null> {
  const file = tradesOf(segment)
  const members = await membersOf(file)
  const [first, last] = [members[0], members.at(-1)]
  if (!first || !last || !areWhole(members)) return null
  const series = new Map<string, TradeSeries>()
  const isRead = await withMembers(file, async (opened) => {
    const scanner = new TradeScanner()
    for (const member of members) {
      const text = openMember(await opened.read(member))
      if (!text) return false
      scanner.scan(text, (market) => (markets?.has(market) === false ? undefined : seriesOf(series, market)))
      await nextTurn()
    }
    return true
  })
  if (!isRead) return null
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

function areWhole(members: readonly Located[]): boolean {
  let end = 0
  let next: number | null = null
  return members.every(({ offset, facts }) => {
    const follows: boolean = offset === end && (next === null || facts.firstSeq === next)
    end += facts.length
    next = facts.lastSeq + 1
    return follows
  })
}

function seriesOf(all: Map<string, TradeSeries>, market: string): TradeSeries {
  const found = all.get(market)
  if (found) return found
  const series = { tape: new Tape(1), candles: new CandleBook(minutesAlone) }
  all.set(market, series)
  return series
}
