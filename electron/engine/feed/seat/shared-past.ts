import type { Disposable } from '#shared/domain/base/emitter'
import { HeatBook } from '#shared/domain/market/heat/index'
import type { Tape } from '#shared/domain/market/tape/index'
import type { Clock } from '../../base/clock'
import type { ServiceNamed } from '../../connection'
import type { DeskRecordings, Joint } from '../../recording/history/desk-recordings'
import type { MarketPast } from '../../recording/history/market-past'
import { columnsOf } from '../../recording/history/trade-columns'
import { limitCoverage } from '../../recording/keyframes/limit-coverage'
import { joinPast } from './join-past'
import type { TimedMark } from './marks'
import { OwnCandles } from './own-candles'
import type { FeedSeat } from './seat'

interface SharedPastPorts {
  readonly clock: Pick<Clock, 'monotonic' | 'later'>
  readonly service: ServiceNamed
  readonly recordings: Pick<DeskRecordings, 'fetch' | 'lastSeq' | 'lastAt' | 'lastBefore' | 'read'>
  /** Why nothing was read. */
  readonly failed: (problem: unknown) => void
  /** Why nothing was fetched, and the milliseconds until it is tried again. */
  readonly notFetched: (problem: unknown, retryAfter: number) => void
}

interface JoinedAt {
  /** Of all recordings then. */
  readonly lastSeq: number
  readonly mark: TimedMark
  /** The last item before the mark; 0 without one. */
  readonly seq: number
  /** Nothing is missing between. */
  readonly isWhole: boolean
}

/** Before a seat joined, in milliseconds: its charts then have a day without being moved. */
const wantedAge = 86_400_000
/** Unless the leader says that more is shared: others share, too. */
const fetchEvery = 180_000
/** All seats get that message at once. */
const maxSpread = 20_000
/** Milliseconds, and then with the next mark. */
const retryAfter = 30_000
/** What was refused would be fetched again each time. */
const pauseAfterRefusal = 1_800_000
/** Between them, numbers are missing: fail-overs, and segments that are not here. */
const maxParts = 8
/** Of heat that is not a sum of shorter columns, twice: clocks differ. In milliseconds. */
const maxColumn = 600_000
/** Milliseconds that a trade may arrive after it was executed. */
const maxLate = 60_000
/** Two clocks of one leader may differ by so much: heat is read by time. */
const maxDrift = 50

/** Gives the markets of a seat what the desk recorded before it joined, as soon as that is shared. */
export class SharedPast implements Disposable {
  readonly #stopped = new AbortController()
  readonly #unsubscribe: readonly (() => void)[]
  #isLooking = false
  #isDue = false
  #fetchedAt = -Infinity
  #refusedAt = -Infinity
  #cancelNews: (() => void) | null = null
  /** By the user. */
  #isAsked = false
  /** By market. */
  readonly #joined = new Map<string, JoinedAt>()
  /** By market: when the recorded heat ends that it was joined with, by the leader's clock. */
  readonly #heat = new Map<string, number>()
  /** By market. */
  readonly #own = new Map<string, OwnCandles>()

  constructor(
    private readonly seat: FeedSeat,
    private readonly ports: SharedPastPorts
  ) {
    const { marks, markets } = seat
    this.#unsubscribe = [
      marks.onAdd(() => {
        this.#keepOwn()
        this.#look()
      }),
      markets.onHold(() => this.#look()),
      marks.onShare(() => this.#lookSoon())
    ]
  }

  /** Null while it is not known. */
  joint(name: string): Joint | null {
    const { marks, hub } = this.seat
    const { mark = marks.of(name, 0), seq = 0, isWhole = false } = this.#joined.get(name) ?? {}
    const market = hub.market(name)
    const first = mark?.trades.get(name)
    if (!mark || !market || first === undefined) return null
    const { tape, candles } = market
    const oldest = tape.arrivals - tape.count
    const dropped = oldest > first ? executedAt(tape, oldest) + maxLate : -Infinity
    const { spans, since } = limitCoverage(candles.coverage.save(), Math.max(mark.serviceAt, dropped))
    return {
      seq,
      at: mark.serviceAt,
      isWhole,
      own: columnsOf(tape, Math.max(first, oldest)),
      spans: since === null ? spans : [...spans, [since, Infinity] as const]
    }
  }

  /** Fetches now, not after the usual time. */
  retry(): void {
    this.#isAsked = true
    this.#look()
  }

  dispose(): void {
    this.#stopped.abort()
    this.#cancelNews?.()
    for (const each of this.#unsubscribe) each()
  }

  #lookSoon(): void {
    // The first look is due anyway.
    if (this.#fetchedAt === -Infinity) return
    this.#cancelNews?.()
    this.#cancelNews = this.ports.clock.later(Math.random() * maxSpread, () => {
      this.#fetchedAt = -Infinity
      this.#look()
    })
  }

  #look(): void {
    this.#isDue = true
    if (!this.#isLooking) void this.#lookWhileDue()
  }

  async #lookWhileDue(): Promise<void> {
    this.#isLooking = true
    while (this.#isDue && !this.#stopped.signal.aborted) {
      this.#isDue = false
      await this.#run().catch((problem: unknown) => {
        if (!this.#stopped.signal.aborted) this.ports.failed(problem)
      })
    }
    this.#isLooking = false
  }

  async #run(): Promise<void> {
    const { service, recordings } = this.ports
    const { marks, hub } = this.seat
    if (!marks.first) return
    await this.#fetch(marks.first.at - wantedAge, hub.now)
    const lastSeq = await recordings.lastSeq(service)
    if (lastSeq === null) return
    const due = this.seat.markets.held.filter((name) => this.#joined.get(name)?.lastSeq !== lastSeq)
    const groups = new Map<TimedMark, string[]>()
    for (const name of due) {
      const mark = marks.of(name, lastSeq)
      if (mark) groups.set(mark, [...(groups.get(mark) ?? []), name])
    }
    for (const [mark, names] of groups) await this.#join(mark, names, lastSeq)
  }

  #ownOf(name: string): OwnCandles {
    const own = this.#own.get(name) ?? new OwnCandles()
    this.#own.set(name, own)
    return own
  }

  /** Before the tapes drop it: of the time that is not joined. */
  #keepOwn(): void {
    const { marks, hub, markets } = this.seat
    for (const name of markets.held) {
      const joined = this.#joined.get(name)
      const from = (joined?.isWhole ? joined.mark.trades.get(name) : null) ?? -Infinity
      const tape = hub.market(name)?.tape
      if (tape)
        this.#ownOf(name).keep(
          tape,
          marks.numbersOf(name).filter((number) => number >= from)
        )
    }
  }

  /** While something is missing that may be shared later. */
  async #fetch(from: number, to: number): Promise<void> {
    const { clock, service, recordings } = this.ports
    const now = clock.monotonic()
    const isPaused = now - this.#fetchedAt < fetchEvery || now - this.#refusedAt < pauseAfterRefusal
    if (!this.#isAsked && (isPaused || !this.#isMissing)) return
    this.#isAsked = false
    this.#fetchedAt = now
    const { signal } = this.#stopped
    const fetched = await recordings.fetch(service, from, to, signal).catch((problem: unknown) => {
      this.#fetchedAt = now + retryAfter - fetchEvery
      if (!signal.aborted) this.ports.notFetched(problem, retryAfter)
      return 'failed' as const
    })
    if (fetched === 'failed') return
    if (fetched === null) this.#fetchedAt = -Infinity
    else if (fetched.refused.length > 0) this.#refusedAt = now
  }

  /** Nothing is once the recordings reach to where this seat follows since. */
  get #isMissing(): boolean {
    const { markets, run } = this.seat
    return !markets.held.every((name) => {
      const joined = this.#joined.get(name)
      return joined?.isWhole && joined.mark.run === run
    })
  }

  async #join(mark: TimedMark, names: readonly string[], lastSeq: number): Promise<void> {
    const { service, recordings } = this.ports
    // The segment before the mark may be missing although later ones are there.
    const seq = await recordings.lastBefore(service, mark.next, -Infinity)
    const isWhole = seq === mark.next - 1
    const found = new Map<string, MarketPast[]>(names.map((name) => [name, []]))
    const last = (await recordings.lastAt(service)) ?? -Infinity
    let next = seq
    for (let parts = 0; next !== null && parts < maxParts; parts += 1) {
      const first = await this.#readPart(next, found, parts === 0 ? last : null)
      next = first === null ? null : await recordings.lastBefore(service, first, mark.at - wantedAge)
    }
    for (const [name, [newest, ...others]] of found) {
      if (this.#stopped.signal.aborted) return
      const own = this.#ownOf(name)
      const isJoined =
        newest && (await joinPast(this.seat.hub, name, { pasts: [newest, ...others], mark, isWhole, own }))
      if (isJoined || seq === null) this.#joined.set(name, { lastSeq, mark, seq: seq ?? 0, isWhole })
    }
  }

  /**
   * Up to an item; together, because what lies between two items would be read.
   * @param last when the recordings end, by the leader's clock; null if no heat is wanted
   * @returns the first item that was read, or null if there is nothing before
   */
  async #readPart(
    seq: number,
    found: ReadonlyMap<string, MarketPast[]>,
    last: number | null
  ): Promise<number | null> {
    const { service, recordings } = this.ports
    const at = Math.min(this.seat.marks.first!.at - maxDrift, last ?? Infinity)
    const firsts = await Promise.all(
      Array.from(found, async ([market, parts]) => {
        const heat = last !== null && this.#isHeatMissing(market, at)
        const past = await recordings.read(service, { market, seq, at, heat }, (stored) => {
          if (this.#stopped.signal.aborted) return
          const recorded = new HeatBook()
          recorded.load(stored)
          this.seat.hub.heatOf(market).prepend(recorded)
          this.#heat.set(market, at)
        })
        if (past) parts.push(past)
        return past?.firstSeq ?? null
      })
    )
    return new Set(firsts).size === 1 ? firsts[0]! : null
  }

  /** What was joined before has to end in an earlier column: the one that both share would count twice. */
  #isHeatMissing(market: string, at: number): boolean {
    const before = this.#heat.get(market)
    return before === undefined || at - before > maxColumn
  }
}

/** In milliseconds since the epoch. */
const executedAt = (tape: Tape, number: number) => Number(tape.tradeAt(number)!.executedAt / 1_000_000n)
