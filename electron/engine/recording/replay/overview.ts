import { stat } from 'node:fs/promises'
import type { ReplayOverview } from '#shared/contract/recording/replay'
import { compareDecimals } from '#shared/domain/base/decimal'
import { Emitter } from '#shared/domain/base/emitter'
import { tradesOf } from '../keyframes/files'
import { eachTrade } from '../keyframes/read-trades'
import type { TradeSource } from '../keyframes/trade-source'
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
  /** The last item that was read. */
  readonly lastSeq: number
  /** Of the log and of the file of trades, as it was read. */
  readonly state: string
}

const maxGaps = 5000
const maxTrades = 200

/** The contents of a recording over time, read from the newest segment back, and kept. */
export class RecordingOverview {
  readonly #summaries = new Map<string, SegmentSummary>()
  /** By market, of each segment. */
  readonly #trades = new Map<string, Map<string, MarketTrades>>()
  readonly #stop = new AbortController()
  readonly #changed = new Emitter()
  /** More was read. */
  readonly onChange = this.#changed.on
  /** By market. */
  readonly #readings = new Map<string | null, Promise<void>>()
  /** One after the other. */
  #last: Promise<void> = Promise.resolve()
  readonly #complete = new Set<string | null>()

  constructor(
    private readonly index: RecordingIndex,
    private readonly source: TradeSource
  ) {}

  /** The part known now; the rest is read, and `onChange` says so. */
  read({ from, to, parts, market }: OverviewRequest): Omit<ReplayOverview, 'pinned'> {
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
    const summarized = this.#last.then(() => this.#summarize())
    // Trades may have to be read from the log, which takes long.
    this.#last = summarized.catch(() => {})
    const reading = summarized
      .then(() => this.#readAllTrades(market))
      .finally(() => this.#readings.delete(market))
    this.#readings.set(market, reading)
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

  async #summarize(): Promise<void> {
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
      if (summary.last !== before) this.#changed.fire()
    }
  }

  async #readAllTrades(market: string | null): Promise<void> {
    for (const file of this.index.segments.toReversed()) {
      if (market === null || this.#stop.signal.aborted) break
      if (await this.#readTrades(market, file).catch(() => false)) this.#changed.fire()
    }
    if (this.#stop.signal.aborted || this.#complete.has(market)) return
    this.#complete.add(market)
    this.#changed.fire()
  }

  async #readTrades(market: string, file: string): Promise<boolean> {
    const bySegment = this.#trades.get(market) ?? new Map<string, MarketTrades>()
    this.#trades.set(market, bySegment)
    const known = bySegment.get(file) ?? { trades: new LargeTrades(), lastSeq: 0, state: '' }
    const size = (await stat(tradesOf(file)).catch(() => null))?.size ?? 0
    const state = `${this.#summaries.get(file)?.last?.lastSeq} ${size}`
    if (state === known.state) return false
    const parts = (await this.source.partsOf(file)).filter(({ facts }) => facts.lastSeq > known.lastSeq)
    const trades = new LargeTrades(known.trades)
    const request = { parts, market, signal: this.#stop.signal, isWanted: trades.mayHave }
    for await (const trade of eachTrade(this.source, file, request))
      if (trade.seq > known.lastSeq) trades.add(trade)
    bySegment.set(file, {
      trades,
      lastSeq: parts.at(-1)?.facts.lastSeq ?? known.lastSeq,
      state
    })
    return parts.length > 0
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
