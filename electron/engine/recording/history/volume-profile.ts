import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ProfileRange, RecordedProfile } from '#shared/contract/market/volume-profile'
import { TradeScanner } from '../keyframes/trade-scanner'
import type { TradeSource } from '../keyframes/trade-source'
import { logTimeOf } from '../replay/log-time'
import type { RecordingIndex } from '../replay/recording-index'
import { arrivalOf, maxEarly, segmentsBetween, type ReadPart } from './older'
import { lostBetween, recordedCoverage, spansWithin, without } from './older-coverage'
import { ProfileParts } from './profile-parts'
import { linesUpTo } from './trade-candles'
import { recordColumns, type TradeColumns } from './trade-columns'

export interface ProfileRequest extends ProfileRange {
  readonly market: string
  /** Later items do not count. */
  readonly seq: number
  /** Milliseconds by which the service's clock is ahead of this computer's. */
  readonly lead: number
  /** Trades after that item, which are not in the recording. */
  readonly own?: TradeColumns
}

/** Bytes of lines for one profile; the newest count. */
const maxRead = 96 * 1024 * 1024

/** The volume traded at each price in a time, from the recording. */
export async function readVolumeProfile(
  index: RecordingIndex,
  source: TradeSource,
  request: ProfileRequest,
  signal: AbortSignal
): Promise<RecordedProfile> {
  const { market, seq, lead } = request
  const end = request.to ?? endOf(index, lead)
  const arrival = arrivalOf(request.from, end, lead)
  const parts = new ProfileParts(request)
  const scanner = new TradeScanner()
  const read: ReadPart[] = []
  let bytes = 0
  let isCut = false
  const segments = await segmentsBetween(index, arrival)
  for (const segment of segments.toReversed()) {
    isCut = bytes > maxRead
    if (isCut) break
    const all = await source.partsOf(segment)
    const wanted = all.filter(({ facts }) => facts.firstSeq <= seq && overlaps(facts, arrival))
    read.push(...all.filter((part) => !wanted.includes(part)).map(({ facts }) => facts))
    for await (const { part, text } of source.read(segment, wanted, signal)) {
      if (!text) continue
      const lines = part.facts.lastSeq > seq ? linesUpTo(text, seq) : text
      scanner.scan(lines, (name) => (name === market ? parts : undefined))
      read.push(part.facts)
      bytes += text.length
      await nextTurn()
      signal.throwIfAborted()
    }
  }
  if (request.own) recordColumns(parts.tape, request.own, 0)
  read.sort((one, other) => one.firstSeq - other.firstSeq)
  const begin = isCut ? Math.ceil((logTimeOf(read[0]!.from).milliseconds + lead) / 1000) : -Infinity
  const from = Math.max(request.from, begin)
  const coverage = await recordedCoverage(index, market, end * 1000 - lead)
  const last = segments.at(-1)
  const lastSeq = last === undefined ? 0 : ((await index.indexOf(last)).last?.lastSeq ?? 0)
  const lost = lostBetween(read, Math.min(seq, lastSeq)).map(
    ([start, to]) => [start + lead, to + lead] as const
  )
  const spans = coverage
    ? without(spansWithin(coverage, from * 1000, (request.to ?? Infinity) * 1000), lost)
    : []
  return { from, ...parts.read(), spans: Float64Array.from(spans.flat()) }
}

/** In seconds of the service's clock: after everything that is recorded. */
const endOf = ({ to }: RecordingIndex, lead: number) =>
  to === null ? 0 : Math.ceil((to.milliseconds + lead + maxEarly) / 1000)

const overlaps = ({ from, to }: ReadPart, arrival: { readonly from: number; readonly to: number }) =>
  logTimeOf(to).milliseconds >= arrival.from && logTimeOf(from).milliseconds <= arrival.to
