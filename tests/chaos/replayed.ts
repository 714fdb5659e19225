import type { Clock } from '#engine/base/clock'
import type { RecordedEvent, StreamRecorder } from '#engine/market/live/index'
import type { SavedMarkets } from '#engine/market/saved-markets'
import type { MarketSeries } from '#engine/market/series'
import type { LiveMarket } from '#engine/market/types'
import type { ItemKind, LoggedItem } from '#engine/recording/log/lines'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { formatMarkets } from '#engine/recording/replay/saved-hub'
import { RecordedStream } from '#engine/recording/stream-recorder'
import { formatDecimal } from '#shared/domain/base/decimal'
import { ShownStates } from './shown-states'

interface Followed {
  onChange(listener: (market: LiveMarket) => void): () => void
}

/** The log as the recorder would write it. */
export class Recorded {
  readonly items: LoggedItem[] = []
  readonly stream: StreamRecorder
  /** The states of the live hub, each with the number of items before it. */
  readonly states: { readonly after: number; readonly item: LoggedItem }[] = []
  readonly #epoch: number
  #save: (() => SavedMarkets) | null = null

  constructor(
    private readonly clock: Pick<Clock, 'wall' | 'monotonic'>,
    staleAfter: number
  ) {
    this.#epoch = clock.wall() - clock.monotonic()
    const event = (content: RecordedEvent | Readonly<Record<string, unknown>>) =>
      void this.items.push(this.#item('e', clock.monotonic(), Buffer.from(JSON.stringify(content))))
    event({ event: 'clock', epoch: this.#epoch, start: true })
    event({ event: 'settings', staleAfter })
    const recorded = new RecordedStream({
      record: (kind, at, content) => void this.items.push(this.#item(kind, at, Buffer.from(content))),
      recordEvent: event
    })
    this.stream = {
      reading: () => recorded.reading(),
      frame: (bytes, binary, at) => recorded.frame(bytes, binary, at),
      event: (happened) => recorded.event(happened),
      attach: (save) => void (this.#save = save)
    }
  }

  /** As after a gap. */
  keepState(): void {
    const item = this.#item('k', this.clock.monotonic(), formatMarkets(this.#save!()))
    this.states.push({ after: this.items.length, item })
  }

  #item(kind: ItemKind, at: number, content: Buffer): LoggedItem {
    return { seq: this.items.length + 1, kind, content, ...this.timeOf(at) }
  }

  timeOf(at: number): { readonly milliseconds: number; readonly nanoseconds: number } {
    const whole = Math.floor(at)
    return { milliseconds: this.#epoch + whole, nanoseconds: Math.floor((at - whole) * 1e6) }
  }
}

/** A hub fed with what was recorded. */
export function replay(
  items: readonly LoggedItem[],
  markets: readonly string[] = []
): {
  readonly hub: RecordedHub
  readonly states: readonly string[]
  /** Of the named markets. */
  readonly shown: ShownStates
  /** Of all markets so far. */
  readonly series: ReadonlyMap<string, MarketSeries>
} {
  const hub = new RecordedHub({ staleAfter: () => NaN })
  const now = () => hub.clock.monotonic()
  const states = followStates(hub, now)
  const shown = new ShownStates(hub, markets, now, null)
  const series = new Map<string, MarketSeries>()
  hub.onChange(({ name, tape, candles, heat }) => series.set(name, { tape, candles, heat }))
  for (const item of items) hub.apply(item)
  return { hub, states, shown, series }
}

/** Each change of a state after those before, in order, with its time. */
export function followStates(
  hub: Followed,
  now: () => number,
  before: readonly string[] = []
): readonly string[] {
  const states = new Map(before.map((change) => [change.split(' ')[1]!, change.replace(/^\S+ /, '')]))
  const changes: string[] = []
  hub.onChange(({ name, state, crossed }) => {
    const text = `${name} ${state}${crossed ? ', crossed' : ''}`
    if (states.get(name) === text) return
    states.set(name, text)
    changes.push(`${now().toFixed(3)} ${text}`)
  })
  return changes
}

/** Everything that panels show of a market. */
export function spellMarket({ state, reason, crossed, book, tape, candles }: LiveMarket): string {
  const levels = (['bids', 'asks'] as const).map((side) =>
    book.levels(side, Infinity).map(({ price, amount }) => `${formatDecimal(price)} ${formatDecimal(amount)}`)
  )
  const trades = []
  for (let arrival = Math.max(0, tape.arrivals - 2000); arrival < tape.arrivals; arrival++) {
    const { price, amount, executedAt, ahead, aggressor, basis } = tape.tradeAt(arrival)!
    trades.push([formatDecimal(price), formatDecimal(amount), executedAt, ahead, aggressor, basis].join(' '))
  }
  const { past, since } = candles.coverage
  return JSON.stringify(
    { state, reason, crossed, levels, arrivals: tape.arrivals, trades, past, since },
    null,
    1
  )
}
