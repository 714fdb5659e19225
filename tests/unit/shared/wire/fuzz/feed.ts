import { Exchange } from '#sandbox/market/exchange'
import type { MarketMessage } from '#sandbox/market/messages'
import { writeMessage } from '#sandbox/stream/writing'
import { ManualClock } from '../../../sandbox/manual-clock'

export interface Feed {
  readonly markets: readonly string[]
  readonly frames: readonly Uint8Array[]
}

/** The sandbox's snapshots, then updates and executions. */
export function sandboxFeed(seed: number, count: number): Feed {
  const clock = new ManualClock()
  const exchange = new Exchange({ clock, seed, rate: 1000 })
  const encode = new TextEncoder()
  const frames: Uint8Array[] = []
  const add = (message: MarketMessage) => frames.push(encode.encode(writeMessage(message)))
  for (const market of exchange.markets) add(exchange.snapshot(market)!)
  exchange.onBatch((messages) => messages.forEach(add))
  while (frames.length < count) {
    clock.advance(100)
    exchange.step(100)
  }
  exchange.dispose()
  return { markets: exchange.markets, frames }
}
