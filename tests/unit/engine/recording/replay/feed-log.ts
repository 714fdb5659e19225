import type { ItemKind, LoggedItem } from '#engine/recording/log/lines'
import { createFeed } from '../../../../perf/feed/feed'
import { Times } from '../../../../perf/feed/frames'

const startedAt = Date.UTC(2026, 0, 5, 9)
const million = 1_000_000
/** From one run of the app to the next, in seconds; each takes less. */
const apart = 60

export const feedMarkets = ['BTCUSD', 'ETHUSD', 'SOLUSD', 'PAXGUSD']

/** What runs of the app record: each subscribes, and follows a feed. */
export function feedItems(seed: number, ...messages: readonly number[]): LoggedItem[] {
  const items: LoggedItem[] = []
  for (const [run, count] of messages.entries()) addRun(items, seed + run * 100, count, run * apart)
  return items
}

function addRun(items: LoggedItem[], seed: number, messages: number, seconds: number): void {
  const epoch = startedAt + seconds * 1000
  const feed = createFeed({ seed, markets: 4, levels: 40, messages, trades: 0.2, kind: 'updates' })
  let at = 0
  const add = (kind: ItemKind, content: Buffer) => {
    // As fast as the feed's own times.
    at += 0.2
    const whole = Math.floor(at)
    const time = { milliseconds: epoch + whole, nanoseconds: Math.floor((at - whole) * million) }
    items.push({ seq: items.length + 1, ...time, kind, content })
  }
  const event = (value: object) => add('e', Buffer.from(JSON.stringify(value)))
  event({ event: 'clock', epoch, start: true })
  for (const market of feed.markets) event({ event: 'held', market })
  event({ event: 'opened' })
  for (const market of feed.markets)
    for (const type of ['market_data', 'execution_data'])
      event({ event: 'subscribed', channel: { type, market } })
  const frames = [...feed.snapshots, ...feed.messages].map((frame) => Buffer.from(frame))
  new Times(frames).shift(seconds)
  for (const frame of frames) add('f', frame)
}
