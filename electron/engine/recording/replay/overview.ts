import { stat } from 'node:fs/promises'
import type { ReplayOverview } from '#shared/contract/recording/replay'
import { compareDecimals } from '#shared/domain/base/decimal'
import { Emitter } from '#shared/domain/base/emitter'
import { tradesOf } from '../keyframes/files'
import { membersOf } from '../keyframes/members'
import { readTrades } from '../keyframes/read-trades'
import { LargeTrades, type LargeTrade } from './large-trades'
import type { RecordingIndex } from './recording-index'
import { gapBetween, isGap, SegmentSummary, type RecordingGap } from './segment-summary'

interface OverviewRequest {
  /** Milliseconds since the epoch; null for the whole recording. */
  readonly from: number | null
  readonly to: number | null
  readonly parts: number
  readonly market: string | null
}

interface MarketTrades {
  readonly trades: LargeTrades
  /** What was read. */
  readonly members: number
  readonly size: number
}

const maxGaps = 5000
const maxTrades = 200

/** What a recording has when, read from the newest segment back, and kept. */
export class RecordingOverview {
  readonly #summaries = new Map<string, SegmentSummary>()
  /** By market, of each segment. */
  readonly #trades = new Map<string, Map<string, MarketTrades>>()
  readonly #stop = new AbortController()
  readonly #changed = new Emitter()
  /** More was read. */
  readonly onChange = this.#changed.on
  /** One after the other, by market. */
  readonly #readings = new Map<string | null, Promise<void>>()
  #last: Promise<void> = Promise.resolve()
  readonly #complete = new Set<string | null>()

  constructor(private readonly index: RecordingIndex) {}

  /** What is known now; the rest is read, and `onChange` says so. */
  read({ from, to, parts, market }: OverviewRequest): ReplayOverview {
    const all = { from: this.index.from?.milliseconds ?? 0, to: this.index.to?.milliseconds ?? 0 }
    const begin = from ?? all.from
    // With the last millisecond.
    const range = { from: begin, to: Math.max(to ?? all.to + 1, begin + 1) }
    void this.complete(market)
    return {
      ...all,
      complete: this.#complete.has(market),
      activity: this.#activity(range, parts),
      gaps: flat(
        this.gaps().filter((gap) => gap.to.milliseconds >= range.from && gap.from.milliseconds <= range.to)
      ),
      trades: this.#largest(market, range)
    }
  }

  /** Resolves when everything is read. */
  complete(market: string | null): Promise<void> {
    const running = this.#readings.get(market)
    if (running) return running
    const reading = this.#last.then(() => this.#readAll(market)).finally(() => this.#readings.delete(market))
    this.#readings.set(market, reading)
    this.#last = reading.catch(() => {})
    return reading
  }

  /** In order, as far as they are known. */
  gaps(): readonly RecordingGap[] {
    const gaps: RecordingGap[] = []
    let before: SegmentSummary | null = null
    for (const file of this.index.segments) {
      const summary = this.#summaries.get(file)
      if (before?.last && summary?.first && isGap(before.last, summary.first)) {
        const isMissing = summary.startsRun || summary.first.firstSeq > before.last.lastSeq + 1
        if (isMissing) gaps.push(gapBetween(before.last, summary.first))
      }
      if (summary) gaps.push(...summary.gaps)
      before = summary ?? null
    }
    return gaps.slice(-maxGaps)
  }

  dispose(): void {
    this.#stop.abort()
    this.#changed.dispose()
  }

  async #readAll(market: string | null): Promise<void> {
    const { signal } = this.#stop
    const present = new Set(this.index.segments)
    for (const file of this.#summaries.keys()) if (!present.has(file)) this.#summaries.delete(file)
    for (const file of this.index.segments.toReversed()) {
      if (signal.aborted) return
      const summary = this.#summaries.get(file) ?? new SegmentSummary(file)
      const before = summary.last
      // One that was removed or cannot be read shows nothing.
      await summary.refresh(signal).catch(() => {})
      this.#summaries.set(file, summary)
      const hasTrades = market !== null && (await this.#readTrades(market, file).catch(() => false))
      if (summary.last !== before || hasTrades) this.#changed.fire()
    }
    if (this.#complete.has(market)) return
    this.#complete.add(market)
    this.#changed.fire()
  }

  async #readTrades(market: string, file: string): Promise<boolean> {
    const bySegment = this.#trades.get(market) ?? new Map<string, MarketTrades>()
    this.#trades.set(market, bySegment)
    const known = bySegment.get(file) ?? { trades: new LargeTrades(), members: 0, size: 0 }
    const derived = tradesOf(file)
    const size = (await stat(derived).catch(() => null))?.size ?? 0
    if (size === known.size) return false
    const members = await membersOf(derived)
    const added = members.slice(known.members)
    for (const trade of await readTrades(derived, added, market)) known.trades.add(trade)
    bySegment.set(file, { trades: known.trades, members: members.length, size })
    return added.length > 0
  }

  #activity({ from, to }: { readonly from: number; readonly to: number }, parts: number): Float64Array {
    const activity = new Float64Array(parts)
    const width = (to - from) / parts
    for (const summary of this.#summaries.values()) {
      summary.eachSecond((start, until, messages) => {
        const [one, end] = [Math.max(start, from), Math.min(until, to)]
        const partOf = (at: number) => Math.min(parts - 1, Math.floor((at - from) / width))
        for (let part = partOf(one); one < end && part <= partOf(end); part++) {
          const inside = Math.min(end, from + (part + 1) * width) - Math.max(one, from + part * width)
          activity[part]! += (messages * Math.max(0, inside)) / (until - start)
        }
      })
    }
    return activity
  }

  #largest(
    market: string | null,
    { from, to }: { readonly from: number; readonly to: number }
  ): Float64Array {
    const bySegment = market === null ? undefined : this.#trades.get(market)
    const inRange = [...(bySegment?.values() ?? [])]
      .flatMap(({ trades }) => trades.all)
      .filter(({ at }) => at >= from && at <= to)
    const largest = inRange
      .sort((one, other) => compareDecimals(other.amount, one.amount))
      .slice(0, maxTrades)
    return Float64Array.from(
      largest.sort((one, other) => one.at - other.at).flatMap(({ at, side }: LargeTrade) => [at, side])
    )
  }
}

const flat = (gaps: readonly RecordingGap[]) =>
  Float64Array.from(gaps.flatMap(({ from, to }) => [from.milliseconds, to.milliseconds]))
