import { findStart, type LogStart } from '../keyframes/find-start'
import { History, historyForSides } from '../keyframes/history'
import { formatTrade } from '../keyframes/trade-lines'
import type { TradePart, TradeSource, TradeText } from '../keyframes/trade-source'
import { TradeTap } from '../keyframes/trade-tap'
import { LogCursor } from './log-cursor'
import { logTimeOf } from './log-time'
import { RecordedHub } from './recorded-hub'
import type { RecordingIndex } from './recording-index'

interface TradeLine {
  readonly seq: number
  readonly line: string
}

/** Where reading begins, with the trades before it that sides depend on. */
interface TradeStart {
  readonly start: LogStart
  readonly history: History | null
}

/**
 * The trades of parts that follow each other as the recorder writes them, from the log: of each, what is known of it.
 * @param known trades that need not be read from the log
 */
export async function tradesFromLog(
  index: RecordingIndex,
  parts: readonly TradePart[],
  known: TradeSource,
  signal?: AbortSignal
): Promise<readonly (readonly TradeText[])[]> {
  const last = parts.at(-1)!.facts.lastSeq
  const found =
    (await startBefore(index, parts[0]!, known, signal)) ?? (await startWithin(index, last, signal))
  if (!found) return parts.map((part) => [{ part, text: null }])
  const lines = await play(found, last, signal)
  return parts.map((part) => textsOf(part, lines, found.start.place.nextSeq))
}

function textsOf(part: TradePart, lines: readonly TradeLine[], startSeq: number): TradeText[] {
  const { facts } = part
  if (facts.lastSeq < startSeq) return [{ part, text: null }]
  const of = lines.filter(({ seq }) => seq >= facts.firstSeq && seq <= facts.lastSeq)
  const text = Buffer.from(of.map(({ line }) => line).join(''))
  if (facts.firstSeq >= startSeq) return [{ part, text }]
  return [
    { part: { ...part, facts: { ...facts, lastSeq: startSeq - 1 } }, text: null },
    { part: { ...part, facts: { ...facts, firstSeq: startSeq } }, text }
  ]
}

/** The last start with all trades before it that sides depend on, or else the earliest start. */
async function startBefore(
  index: RecordingIndex,
  { facts }: TradePart,
  known: TradeSource,
  signal?: AbortSignal
): Promise<TradeStart | null> {
  const since = logTimeOf(facts.from).milliseconds - historyForSides.maxAge
  let found: TradeStart | null = null
  for (let seq = facts.firstSeq - 1; ;) {
    const start = await startAt(index, seq, signal)
    if (!start) return found
    const { segments, keyframe } = start
    if (!keyframe) return { start, history: null }
    const history = await History.read(segments, keyframe, { ...historyForSides, source: known, signal })
    found = { start, history }
    if (history.missingTo === null || keyframe.time.milliseconds <= since) return found
    seq = history.missingTo - 1
  }
}

async function startWithin(
  index: RecordingIndex,
  lastSeq: number,
  signal?: AbortSignal
): Promise<TradeStart | null> {
  const start = await startAt(index, lastSeq, signal)
  return start && { start, history: null }
}

async function startAt(index: RecordingIndex, seq: number, signal?: AbortSignal): Promise<LogStart | null> {
  const number = await index.segmentOf(seq + 1)
  const membersOf = async (file: string) => (await index.indexOf(file)).members
  return findStart(index.segments.slice(0, number + 1), seq, { membersOf, signal })
}

async function play(
  { start, history }: TradeStart,
  lastSeq: number,
  signal?: AbortSignal
): Promise<TradeLine[]> {
  const { place, keyframe } = start
  // No trade depends on when a market is stale.
  const hub = new RecordedHub({ staleAfter: () => 0 })
  if (keyframe) hub.restore(keyframe.state, history?.seriesOf)
  const lines: TradeLine[] = []
  const tap = new TradeTap(hub, (item, market, trade) =>
    lines.push({ seq: item.seq, line: formatTrade(item, market, trade) })
  )
  for (const { tape } of history?.series ?? []) tap.skip(tape)
  const cursor = new LogCursor(place)
  try {
    for (let items = await cursor.next(); items.length > 0; items = await cursor.next()) {
      for (const item of items) if (item.seq <= lastSeq) tap.apply(item)
      if (items.at(-1)!.seq >= lastSeq) break
      await turn()
      signal?.throwIfAborted()
    }
    return lines
  } finally {
    tap.dispose()
    hub.dispose()
    await cursor.close()
  }
}

/** Lets other work run. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
