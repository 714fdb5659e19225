import { Hub } from '#engine/market/hub'
import type { RecordedEvent, StreamRecorder } from '#engine/market/live/index'
import { FrameReader } from '#engine/market/live/reader'
import { RecordedStream } from '#engine/recording/stream-recorder'
import { formatDecimal } from '#shared/domain/base/decimal'
import type { Clock } from '#engine/base/clock'
import type { LiveMarket } from '#engine/market/types'

interface Item {
  readonly at: number
  readonly frame?: { readonly bytes: Buffer; readonly binary: boolean }
  readonly event?: RecordedEvent
}

/** What the recorder would get. */
export class Recorded {
  readonly items: Item[] = []
  readonly stream: StreamRecorder

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.stream = new RecordedStream({
      record: (kind, at, content) => {
        this.items.push({ at, frame: { bytes: Buffer.from(content), binary: kind === 'b' } })
      },
      recordEvent: (event) => {
        // As JSON, like in the log.
        this.items.push({ at: clock.monotonic(), event: JSON.parse(JSON.stringify(event)) as RecordedEvent })
      }
    })
  }
}

/** Time that passes from item to item. */
class ReplayClock implements Clock {
  #now = 0
  #timers: { readonly at: number; readonly call: () => void }[] = []

  constructor(private readonly epoch: number) {}

  monotonic(): number {
    return this.#now
  }

  wall(): number {
    return this.epoch + this.#now
  }

  later(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#now + Math.max(1, milliseconds), call }
    this.#timers.push(timer)
    return () => (this.#timers = this.#timers.filter((other) => other !== timer))
  }

  advanceTo(at: number): void {
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= at).sort((one, other) => one.at - other.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((other) => other !== due)
      this.#now = Math.max(this.#now, due.at)
      due.call()
    }
    this.#now = Math.max(this.#now, at)
  }
}

/** A hub without a session, fed with what was recorded. */
export function replay(
  items: readonly Item[],
  {
    epoch,
    until,
    staleAfter
  }: { readonly epoch: number; readonly until: number; readonly staleAfter: number }
): { readonly hub: Hub; readonly states: readonly string[] } {
  const clock = new ReplayClock(epoch)
  const hub: Hub = new Hub({
    clock,
    staleAfter: () => staleAfter,
    register: (market) => reader.register(market),
    desire: () => undefined,
    resync: () => undefined
  })
  const reader = new FrameReader(hub)
  const states = followStates(hub, clock)
  const holds = new Map<string, () => void>()
  for (const { at, frame, event } of items) {
    clock.advanceTo(at)
    if (frame) {
      if (reader.read(frame.bytes, frame.binary, at) !== 'unrecognized') hub.frameReceived(at)
    } else if (event) apply(hub, holds, event)
  }
  clock.advanceTo(until)
  return { hub, states }
}

function apply(hub: Hub, holds: Map<string, () => void>, event: RecordedEvent): void {
  switch (event.event) {
    case 'held':
      holds.set(event.market, hub.hold(event.market))
      break
    case 'released':
      holds.get(event.market)?.()
      holds.delete(event.market)
      break
    case 'opened':
    case 'lost':
      hub[event.event]()
      break
    case 'closing':
    case 'closed':
    case 'subscribed':
      hub[event.event](event.channel)
      break
    case 'refused':
    case 'declined':
      hub[event.event](event.channel, event.code)
      break
    case 'status':
    case 'resync':
  }
}

/** Each change of a state, in order, with its time. */
export function followStates(hub: Hub, clock: Pick<Clock, 'monotonic'>): readonly string[] {
  const states = new Map<string, string>()
  const changes: string[] = []
  hub.onChange(({ name, state, crossed }) => {
    const now = `${name} ${state}${crossed ? ', crossed' : ''}`
    if (states.get(name) === now) return
    states.set(name, now)
    changes.push(`${clock.monotonic().toFixed(3)} ${now}`)
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
