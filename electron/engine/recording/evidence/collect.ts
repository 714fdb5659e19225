import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { formatTime } from '#shared/domain/base/time'
import { recordingText } from '#shared/messages/recording'
import type { LoggedItem } from '../log/lines'
import { startAt, type Start } from '../parquet/start'
import { compareTimes, logTimeOf, nanosecondsOf, type LogTime } from '../replay/log-time'
import { LogPosition } from '../replay/position'
import { RecordingIndex } from '../replay/recording-index'
import type { RecordedHub } from '../replay/recorded-hub'
import { formatKeyframe } from './keyframe-file'
import { lastTrades } from './last-trades'
import type { EvidenceFacts } from './manifest'
import { marketLine, type NumberedMessage } from './market-lines'
import { MarketTrace } from './market-trace'
import { isSameBook, rebuildBook, type Sides } from './rebuild-book'
import { bookTable, statesTable, tradesTable } from './tables'

export interface EvidenceRequest {
  readonly log: string
  readonly market: string
  readonly moment: EvidenceFacts['moment']['kind']
  /** In nanoseconds since the epoch; null for the end of the log. */
  readonly at: string | null
  readonly staleAfter: number
}

export interface EvidenceFile {
  readonly name: string
  readonly content: Uint8Array
}

export interface CollectedEvidence {
  readonly facts: EvidenceFacts
  readonly files: readonly EvidenceFile[]
}

interface CollectOptions {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** The last item before a moment is in this member. */
interface End {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly at: LogTime | null
}

/** Items of the log that a bundle has at least, so that its book does not follow from a keyframe alone. */
const minItems = 2000
const maxBytes = 128 * 1024 * 1024
const maxTrades = 1000

/** The recording of a market up to a moment: its lines since a keyframe, and the results that follow from them. */
export async function collectEvidence(
  request: EvidenceRequest,
  { signal, onProgress }: CollectOptions
): Promise<CollectedEvidence> {
  const { log, market, staleAfter } = request
  const index = new RecordingIndex(log)
  await index.refresh()
  const end = await endOf(index, request.at === null ? null : logTimeOf(BigInt(request.at)))
  const start = end && (await startAt(log, Math.max(0, end.firstSeq - 1 - minItems), () => staleAfter))
  if (!start) throw nothingRecorded(market)
  try {
    const lines = new Lines(market, new MarketTrace(start.hub, market))
    const from = start.hub.seq
    for await (const items of itemsUntil(start, end, signal)) {
      for (const item of items) lines.add(item)
      onProgress((start.hub.seq - from) / (end.lastSeq - from))
    }
    if (lines.last === null) throw nothingRecorded(market)
    const { file } = start.cursor.place
    const member = start.cursor.digests?.last.toString('hex') ?? null
    await passTime(start, end.at, index.to, signal)
    lines.trace.pass(() => {})
    const trades = await lastTrades(index, { market, seq: start.hub.seq, max: maxTrades, signal })
    const book = bookOf(start.hub, market)
    const { state, plan, states } = lines.trace
    const rebuilt = rebuildBook(state, lines.messages, plan)
    if (!rebuilt || !isSameBook(rebuilt, book))
      throw fail('recording.evidence-differs', recordingText.evidence.differs(market))
    return {
      facts: factsOf(request, start.hub, lines, { segment: path.basename(file), member }),
      files: [
        { name: 'frames.tsv', content: Buffer.concat(lines.lines) },
        { name: 'keyframe.json', content: formatKeyframe(state) },
        { name: 'book.csv', content: bookTable(book) },
        { name: 'trades.csv', content: tradesTable(trades) },
        { name: 'states.csv', content: statesTable(states) }
      ]
    }
  } finally {
    start.hub.dispose()
    await start.cursor.close()
  }
}

const nothingRecorded = (market: string) =>
  fail('recording.evidence-empty', recordingText.evidence.empty(market))

/** Null if nothing was recorded until then. */
async function endOf(index: RecordingIndex, at: LogTime | null): Promise<End | null> {
  const number = at === null ? index.segments.length - 1 : await index.segmentAt(at)
  for (const file of index.segments.slice(0, number + 1).reverse()) {
    const segment = await index.indexOf(file)
    const facts = at === null ? segment.last : segment.memberAt(at)?.facts
    if (facts) return { firstSeq: facts.firstSeq, lastSeq: facts.lastSeq, at }
  }
  return null
}

/** The same items as those that a replay at that time has seen. */
async function* itemsUntil(
  { cursor }: Start,
  { lastSeq, at }: End,
  signal: AbortSignal
): AsyncGenerator<readonly LoggedItem[]> {
  for (;;) {
    signal.throwIfAborted()
    const items = await cursor.next()
    if (items.length === 0) return
    const isLast = items.at(-1)!.seq >= lastSeq
    yield isLast && at
      ? items.slice(0, items.findLastIndex((item) => compareTimes(item, at) <= 0) + 1)
      : items
    if (isLast) return
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

async function passTime(start: Start, at: LogTime | null, to: LogTime | null, signal: AbortSignal) {
  if (at && to && compareTimes(at, to) <= 0)
    await new LogPosition(start.hub, start.cursor).advanceTo(at, signal)
}

/** Of one market. */
class Lines {
  readonly lines: Buffer[] = []
  readonly messages: NumberedMessage[] = []
  first: LoggedItem | null = null
  last: LoggedItem | null = null
  redacted = 0
  #bytes = 0

  constructor(
    private readonly market: string,
    readonly trace: MarketTrace
  ) {}

  add(item: LoggedItem): void {
    const found = marketLine(item, this.market)
    this.trace.apply(item, found?.message?.kind === 'book' ? found.message : null)
    if (!found) return
    this.first ??= item
    if (found.message) {
      this.messages.push({ seq: item.seq, message: found.message })
      this.last = item
    }
    if (found.isRedacted) this.redacted += 1
    this.lines.push(found.line)
    this.#bytes += found.line.length
    if (this.#bytes > maxBytes)
      throw fail('recording.evidence-large', recordingText.evidence.tooLarge(this.market))
  }
}

function bookOf(hub: RecordedHub, market: string): Sides {
  const book = hub.market(market)?.book
  return { bids: book?.levels('bids', Infinity) ?? [], asks: book?.levels('asks', Infinity) ?? [] }
}

function factsOf(
  { market, moment: kind, at, log }: EvidenceRequest,
  hub: RecordedHub,
  { trace, messages, lines, first, last, redacted }: Lines,
  { segment, member }: { readonly segment: string; readonly member: string | null }
): EvidenceFacts {
  const received = nanosecondsOf(last!)
  const moment = at === null ? received : BigInt(at)
  const { message } = messages.at(-1) ?? {}
  const shown = hub.market(market)
  const [environment = '', service = ''] = log.split(path.sep).slice(-3, -1)
  return {
    market,
    moment: { kind, time: formatTime(moment), time_ns: String(moment) },
    clocks: {
      last_received_ns: String(received),
      last_service_ns: message ? String(message.kind === 'book' ? message.time : message.executedAt) : null,
      service_ahead_ms: hub.serviceNow === null ? null : hub.serviceNow - hub.now
    },
    state: shown?.state ?? 'unrecorded',
    reason: shown?.reason ?? null,
    book: { keyframe: trace.state.seq, ...trace.plan },
    log: {
      environment: valueOf(environment),
      service: valueOf(service),
      segment,
      member_sha256: member,
      first_seq: first!.seq,
      last_seq: last!.seq
    },
    lines: lines.length,
    redacted
  }
}

/** Of a folder such as `service=20df12314ad4`. */
const valueOf = (folder: string) => folder.slice(folder.indexOf('=') + 1)
