import type { Clock } from '#engine/base/clock'
import { Hub } from '#engine/market/hub'
import { FrameReader } from '#engine/market/live/reader'
import { sink } from '../sink'
import type { Load, Peer } from '../peer'
import { touchOf } from '../touch'

const startedAt = Date.UTC(2026, 0, 5, 9)
/** Milliseconds between messages. */
const between = 0.2

/** The whole hub. */
export function hubPeer({ markets }: Load): Peer {
  // A captured variable would be garbage on each change.
  const now = new Float64Array(1)
  const clock: Clock = {
    wall: () => startedAt + now[0]!,
    monotonic: () => now[0]!,
    // Timers are not measured.
    later: () => () => undefined
  }
  const hub = new Hub({
    clock,
    register: (market) => reader.register(market),
    desire: () => undefined,
    resync(market) {
      throw new Error(`The book of ${market} was doubted.`)
    },
    staleAfter: () => 10_000
  })
  const reader: FrameReader = new FrameReader(hub)
  // Marks like the publisher.
  hub.onChange(() => {
    sink(1)
  })
  for (const market of markets) hub.hold(market)
  hub.opened()
  for (const market of markets) {
    hub.subscribed({ type: 'market_data', market })
    hub.subscribed({ type: 'execution_data', market })
  }
  return {
    take(frame) {
      const at = now[0]! + between
      now[0] = at
      hub.frameReceived(at)
      reader.read(frame, false, at)
    },
    touches() {
      for (const { name, state } of hub.markets) {
        if (state !== 'live') throw new Error(`The book of ${name} is not live but ${state}.`)
      }
      return Object.fromEntries(hub.markets.map((market) => [market.name, touchOf(market.book)]))
    }
  }
}
