import { evidenceText } from '../messages/evidence'
import { replayText } from '../messages/replay'
import type { MenuGroup } from '../ui/menu'
import type { Desk } from './desk'
import { formatTime } from './format/time'

/** Replaying from a moment, in milliseconds since the epoch by this computer's clock. */
export function replayMenu({ replay, attempt, settings }: Desk, at: number): MenuGroup {
  return {
    title: replayText.from.offer(formatTime(at, settings.now.clock)),
    items: [
      { label: replayText.from.here, run: () => attempt(() => replay.goTo(at)) },
      { label: replayText.from.inNewWindow, run: () => attempt(() => replay.open(at, true)) }
    ]
  }
}

/** Evidence of the moment at which an alert of a market fired. */
export function alertEvidenceMenu({ evidence, attempt }: Desk, market: string, at: number): MenuGroup {
  const moment = { kind: 'alert', at: String(BigInt(Math.ceil(at)) * 1_000_000n) } as const
  return {
    title: evidenceText.title,
    items: [{ label: evidenceText.keepAlert, run: () => attempt(() => evidence.keep(market, moment, null)) }]
  }
}
