import type { SavedMarkets } from '../../market/saved-markets'
import type { ItemKind } from '../../recording/log/lines'
import { readEvent, type LoggedEvent } from '../../recording/replay/logged-event'
import type { RecordedHub } from '../../recording/replay/recorded-hub'
import { formatMarkets } from '../../recording/replay/saved-hub'
import type { Batch, FeedItem, Keyframe } from '../wire/messages'

/** An item that no leader sends. */
export class DamagedItem extends Error {}

/** Milliseconds without an item or a beat. */
const maxPause = 3_600_000

/** As the recorder writes it to the log. */
export function applyItem(
  hub: RecordedHub,
  { number, kind, at, content }: FeedItem,
  { clock }: Batch
): LoggedEvent | null {
  const event = kind === 'e' ? readEvent(content) : null
  const isClock = event?.event === 'clock'
  if (isClock && event.epoch !== clock) throw new DamagedItem()
  const begins = isClock && event.start === true
  if (begins !== (number === 0)) throw new DamagedItem()
  if (!begins && at - hub.clock.monotonic() > maxPause) throw new DamagedItem()
  apply(hub, number, kind, at, content, clock)
  return event
}

/** As if another run of the app began with these markets. */
export function restoreMarkets(
  hub: RecordedHub,
  { position, clock, at, staleAfter }: Keyframe,
  markets: SavedMarkets
): void {
  const event = (content: object) =>
    apply(hub, position, 'e', at, Buffer.from(JSON.stringify(content)), clock)
  event({ event: 'clock', epoch: clock, start: true })
  event({ event: 'settings', staleAfter })
  apply(hub, position, 'k', at, formatMarkets(markets), clock)
}

function apply(
  hub: RecordedHub,
  seq: number,
  kind: ItemKind,
  at: number,
  content: Buffer,
  clock: number
): void {
  const whole = Math.floor(at)
  const nanoseconds = Math.floor((at - whole) * 1e6)
  hub.apply({ seq, kind, content, milliseconds: Math.round(clock) + whole, nanoseconds })
}
