import path from 'node:path'
import type { CandlesNews } from '#shared/contract/market/market-news'
import { Coverage } from '#shared/domain/market/candles/index'
import { intervalSeconds } from '#shared/domain/market/candles/intervals'
import type { StoredHeat } from '#shared/domain/market/heat/index'
import type { ServiceNamed } from '../../connection'
import { deskFolder, serviceFolder } from '../location'
import { readEnds, type SegmentEnds } from '../log/ends'
import { listSegments } from '../log/segments'
import { logTimeOf } from '../replay/log-time'
import { maxUnasked } from './desk-fetches'
import type { FetchedTime, FetchWithin } from '../shared/fetch-requests'
import type { HistoryClient, Page, PageWanted } from './client'
import type { MarketPast } from './market-past'
import type { WantedPast } from './messages'
import { arrivalOf, maxLate } from './older'
import { clip, without } from './older-coverage'
import type { TradeColumns } from './trade-columns'

export interface DeskRecordingsPorts {
  /** Of all recordings. */
  readonly folder: { readonly root: string }
  readonly client: Pick<HistoryClient, 'read' | 'page'>
  /** Null if something else has to be done first. */
  readonly fetch: (
    wanted: Pick<FetchWithin, 'id' | 'from' | 'to' | 'most'>,
    signal: AbortSignal
  ) => Promise<FetchedTime | null>
  /** Why nothing was fetched, and the milliseconds until it is tried again. */
  readonly failed: (problem: unknown, retryAfter: number) => void
}

/** Candles or columns for which segments are fetched, and seconds. */
const pageSlots = 400
const maxPage = 86_400
/** Seconds, of trades. */
const tradesAge = 3600
/** Milliseconds that a trade may arrive after it was executed: it may be missing where the log ends. */
const maxDelay = 60_000

/** Milliseconds between the clocks of two collectors. */
const maxClockError = 120_000
/** Milliseconds until a chart asks again. */
const pageRetry = 5000

/** Where what a seat saw of a market continues the recordings. */
export interface Joint {
  /** The last item of the recordings before it. */
  readonly seq: number
  /** By the service's clock, in milliseconds since the epoch. */
  readonly at: number
  /** Nothing is missing between. */
  readonly isWhole: boolean
  /** The trades of the seat since, and when it saw them. */
  readonly own: TradeColumns
  readonly spans: readonly Span[]
}

type Span = readonly [from: number, to: number]

/** What the collectors of a desk recorded and shared, as far as it was fetched, and fetching it. */
export class DeskRecordings {
  /** By file. */
  readonly #known = new Map<string, SegmentEnds>()

  constructor(private readonly ports: DeskRecordingsPorts) {}

  /** The newest shared segments of a time, in milliseconds since the epoch, that are not here. */
  fetch(service: ServiceNamed, from: number, to: number, signal: AbortSignal): Promise<FetchedTime | null> {
    return this.ports.fetch({ id: deskFolder(serviceFolder(service)), from, to, most: maxUnasked }, signal)
  }

  /** Of the last item that is here; null without any. */
  async lastSeq(service: ServiceNamed): Promise<number | null> {
    return (await this.#segments(service)).at(-1)?.last.lastSeq ?? null
  }

  /** When that arrived, by the clock of its collector, in milliseconds since the epoch. */
  async lastAt(service: ServiceNamed): Promise<number | null> {
    const last = (await this.#segments(service)).at(-1)?.last
    return last ? logTimeOf(last.to).milliseconds : null
  }

  /** The last item before another one, unless that one is older than a time; null without one. */
  async lastBefore(service: ServiceNamed, seq: number, since: number): Promise<number | null> {
    const found = (await this.#segments(service)).findLast(({ first }) => first.firstSeq < seq)
    if (!found || logTimeOf(found.last.to).milliseconds < since) return null
    return Math.min(found.last.lastSeq, seq - 1)
  }

  /** A market as it was recorded up to an item, back to a hole in the numbers. */
  read(
    service: ServiceNamed,
    wanted: Omit<WantedPast, 'id'>,
    onHeat: (heat: StoredHeat) => void
  ): Promise<MarketPast | null> {
    return this.ports.client.read(this.#log(service), wanted, onHeat)
  }

  /** A page of what was recorded before; what is shared of that time is fetched first. Null if it could not be read. */
  async older<Kind extends 'candles' | 'heat'>(
    kind: Kind,
    service: ServiceNamed,
    wanted: PageWanted<Kind>,
    signal: AbortSignal
  ): Promise<Page<Kind>> {
    const { interval, before, lead } = wanted
    const seconds = intervalSeconds[interval]
    const from = before - Math.max(1, Math.floor(Math.min(pageSlots * seconds, maxPage) / seconds)) * seconds
    const there = await this.#fetchPage(service, { from, to: before, lead }, signal)
    if (signal.aborted) return null
    const known = Math.ceil(((there?.from ?? -Infinity) + lead + maxClockError) / 1000 / seconds) * seconds
    // What does not fit at all stays unknown.
    const least = known > before ? from : Math.min(Math.max(from, known), before - seconds)
    const log = this.#log(service)
    const page = await this.ports.client.page(kind, log, { ...wanted, ...(there && { least }) }, signal)
    if (!page) return null
    const lost = await this.#lost(service, lead, (there?.refused.length ?? 0) > 0)
    const covered = 'candles' in page ? { ...page, candles: coveredWithout(page.candles, lost) } : page
    if (!page.begins) return covered
    // Without an answer, it is asked for again.
    if (!there) return null
    return { ...covered, from: Math.min(page.from, least), begins: there.begins && least <= from }
  }

  async olderTrades(
    service: ServiceNamed,
    wanted: PageWanted<'trades'>,
    signal: AbortSignal
  ): Promise<Page<'trades'>> {
    const { lead, executed } = wanted
    const to = executed.seconds
    const there = await this.#fetchPage(service, { from: to - tradesAge, to, lead }, signal)
    if (signal.aborted) return null
    const page = await this.ports.client.page('trades', this.#log(service), wanted, signal)
    return page && { ...page, begins: page.begins && there?.begins === true }
  }

  /** What the desk recorded of a time up to where a market was joined, and what its seat saw since. */
  async profile(
    service: ServiceNamed,
    wanted: Omit<PageWanted<'profile'>, 'seq'>,
    { seq, at, isWhole, own, spans }: Joint,
    signal: AbortSignal
  ): Promise<Page<'profile'>> {
    const { from, lead } = wanted
    const to = wanted.to ?? Math.max(from, at / 1000)
    const there = await this.#fetchPage(service, { from, to, lead }, signal)
    if (signal.aborted) return null
    const asked = { ...wanted, seq, own }
    const page = await this.ports.client.page('profile', this.#log(service), asked, signal)
    if (!page) return null
    const lost = await this.#lost(service, lead, (there?.refused.length ?? 0) > 0)
    const recorded = without(pairsOf(page.spans), isWhole ? [...lost.slice(1), [at, Infinity]] : lost)
    const all = new Coverage()
    const end = (wanted.to ?? Infinity) * 1000
    for (const [begin, until] of [...recorded, ...clip(spans, page.from * 1000, end)]) all.seen(begin, until)
    return { ...page, spans: Float64Array.from(all.save().spans.flat()) }
  }

  /** Null if it cannot be fetched now: what is here is shown. Times are those of the service, in seconds. */
  #fetchPage(
    service: ServiceNamed,
    { from, to, lead }: { readonly from: number; readonly to: number; readonly lead: number },
    signal: AbortSignal
  ): Promise<FetchedTime | null> {
    const arrival = arrivalOf(from, to, lead)
    return this.fetch(service, arrival.from, arrival.to, signal).catch((problem: unknown) => {
      if (!signal.aborted) this.ports.failed(problem, pageRetry)
      return null
    })
  }

  /** When trades may be missing, in milliseconds of the service's clock: after the end, and around what was refused. */
  async #lost(service: ServiceNamed, lead: number, isRefused: boolean): Promise<Span[]> {
    const segments = await this.#segments(service)
    const at = (time: bigint) => logTimeOf(time).milliseconds + lead
    const lost: Span[] = [
      [segments.length === 0 ? -Infinity : at(segments.at(-1)!.last.to) - maxDelay, Infinity]
    ]
    if (!isRefused) return lost
    for (const [number, { first }] of segments.entries()) {
      const before = segments[number - 1]?.last
      if (before && before.lastSeq + 1 < first.firstSeq)
        lost.push([at(before.to) - maxLate, at(first.from) + maxClockError])
    }
    return lost
  }

  /** Oldest first. They do not change. */
  async #segments(service: ServiceNamed): Promise<readonly SegmentEnds[]> {
    const found: SegmentEnds[] = []
    const files = await listSegments(this.#log(service))
    for (const file of files) {
      const ends = this.#known.get(file) ?? (await readEnds(file))
      if (!ends) continue
      this.#known.set(file, ends)
      found.push(ends)
    }
    for (const file of this.#known.keys()) if (!files.includes(file)) this.#known.delete(file)
    return found
  }

  #log(service: ServiceNamed): string {
    return path.join(this.ports.folder.root, ...deskFolder(serviceFolder(service)).split('/'), 'log')
  }
}

function coveredWithout(candles: CandlesNews, lost: readonly Span[]): CandlesNews {
  const { watched } = candles
  if (!watched) return candles
  return { ...candles, watched: Float64Array.from(without(pairsOf(watched), lost).flat()) }
}

const pairsOf = (spans: Float64Array): Span[] =>
  Array.from(spans.subarray(0, spans.length / 2), (_, at) => [spans[2 * at]!, spans[2 * at + 1]!])
