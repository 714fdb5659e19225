import { setImmediate as nextTurn } from 'node:timers/promises'
import { CandleBook, Coverage, type SavedCoverage } from '#shared/domain/market/candles/index'
import { Tape } from '#shared/domain/market/tape/index'
import type { MarketPast } from '../../recording/history/market-past'
import { joinTapes } from '../../recording/history/trade-columns'
import { limitCoverage } from '../../recording/keyframes/limit-coverage'
import { recordShown } from '../../recording/keyframes/record-trade'
import type { RecordedHub } from '../../recording/replay/recorded-hub'
import type { TimedMark } from './marks'
import type { OwnCandles } from './own-candles'

interface Joined {
  /** The newest first: between them, numbers are missing. */
  readonly pasts: readonly [MarketPast, ...MarketPast[]]
  readonly mark: TimedMark
  /** The newest one ends at the mark, not before. */
  readonly isWhole: boolean
  /** For trades since the mark that the tape no longer has. */
  readonly own: Pick<OwnCandles, 'since'>
}

/** What is counted already. */
const nothing = { record: () => undefined, recordExact: () => undefined }
/** Trades of this seat at once. */
const atOnce = 1000
/** Milliseconds that a trade may arrive after it was executed: it may be missing where the past ends. */
const maxLate = 60_000
/** Milliseconds until the service's clock is known: some messages. */
const maxUnknown = 10_000
/** More than two estimates of the service's clock differ by. */
const minGain = 250

/**
 * Replaces what a seat saw of a market before a mark by what the desk recorded before it. Nothing happens if that would
 * be less.
 *
 * @returns false if the tape dropped trades meanwhile
 */
export async function joinPast(hub: RecordedHub, name: string, joined: Joined): Promise<boolean> {
  const { pasts, mark, isWhole } = joined
  const { serviceAt } = mark
  const [newest, ...others] = pasts
  const market = hub.market(name)
  const first = mark.trades.get(name)
  if (!market || first === undefined) return true
  const kept = oldestOf(market.tape) > first ? joined.own.since(first) : null
  if (!kept && oldestOf(market.tape) > first) return true
  const { coverage } = market.candles
  const earlier = [
    ...others.toReversed().flatMap((past) => past.candles.spans),
    ...(isWhole ? untilMark(joined, coverage) : untilLate(newest))
  ]
  if (!isMore(earlier, coverage, serviceAt)) return true
  const candles = new CandleBook()
  // The newest first: each comes before what is there.
  const all = [...(kept?.candles ?? []), ...pasts.map((past) => past.candles)]
  for (const series of all.flatMap((each) => each.series)) {
    candles.restore({ spans: [], series: [series] })
    await nextTurn()
  }
  const counted = kept?.next ?? first
  const { tape: now } = hub.market(name) ?? market
  const later = new Tape(now.capacity, kept ? Math.min(oldestOf(now), counted) : first)
  for (;;) {
    const shown = hub.market(name)
    if (!shown || oldestOf(shown.tape) > later.arrivals) return false
    const end = Math.min(shown.tape.arrivals, later.arrivals + atOnce)
    while (later.arrivals < end) {
      const into = { tape: later, candles: later.arrivals < counted ? nothing : candles }
      recordShown(into, name, shown.tape.tradeAt(later.arrivals)!)
    }
    if (end === shown.tape.arrivals) break
    await nextTurn()
  }
  const own = limitCoverage(hub.market(name)!.candles.coverage.save(), serviceAt)
  // There are more trades since than a tape has room for, or else earlier ones.
  const trades = kept ? [] : pasts.map((past) => past.trades).filter(({ rows }) => rows.count > 0)
  const tape = trades.reduce((joinedUp, earlierTrades) => joinTapes(earlierTrades, joinedUp), later)
  hub.useSeries(name, { tape, candles })
  candles.coverage.restore(own)
  for (const { steps } of pasts) candles.coverage.addEarlier({ spans: [], steps })
  candles.coverage.addEarlier({ spans: earlier, steps: [] })
  return true
}

const oldestOf = ({ arrivals, count }: Tape) => arrivals - count

type Spans = SavedCoverage['spans']

/** Nothing was received between its last item and the mark. */
function untilMark({ pasts: [{ candles, to }], mark }: Joined, own: Coverage): Spans {
  const { spans, since } = limitCoverage(own.save(), mark.serviceAt)
  const begins = spans[0]?.[0] ?? since ?? Infinity
  // Nor until the service's clock was known.
  const until = mark.isEarly && begins - mark.serviceAt < maxUnknown ? begins : mark.serviceAt
  return candles.spans.map(([from, end]) => [from, end >= to ? Math.max(end, until) : end] as const)
}

const untilLate = ({ candles: { spans }, to }: MarketPast): Spans =>
  spans.map(([from, end]) => [from, Math.min(end, to - maxLate)] as const).filter(([from, end]) => end > from)

function isMore(earlier: Spans, own: Coverage, until: number): boolean {
  const recorded = coverageOf(earlier)
  const seen = coverageOf(own.spans(until).map(({ from, to }) => [from, Math.min(to, until)] as const))
  return unseenBy(seen, recorded, until) > unseenBy(recorded, seen, until) + minGain
}

function coverageOf(spans: Spans): Coverage {
  const coverage = new Coverage()
  for (const [from, to] of spans) coverage.seen(from, to)
  return coverage
}

/** Milliseconds. */
const unseenBy = (coverage: Coverage, other: Coverage, until: number): number =>
  other.past
    .flatMap(({ from, to }) => coverage.unseen(from, Math.min(to, until), until))
    .reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0)
