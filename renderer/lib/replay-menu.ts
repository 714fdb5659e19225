import { evidenceText } from '../messages/evidence'
import { replayText } from '../messages/replay'
import type { MenuGroup } from '../ui/menu'
import type { Desk } from './desk'
import { formatTime } from './format/time'
import { notSharedYet } from './not-shared'

/** Replaying from a moment, in milliseconds since the epoch by this computer's clock. */
export function replayMenu(desk: Desk, at: number): MenuGroup {
  const { replay, attempt, settings } = desk
  const disabled = notSharedYet(desk, at)?.sentence ?? null
  return {
    title: replayText.from.offer(formatTime(at, settings.now.clock)),
    items: [
      { label: replayText.from.here, disabled, run: () => attempt(() => replay.goTo(at)) },
      { label: replayText.from.inNewWindow, disabled, run: () => attempt(() => replay.open(at, true)) }
    ]
  }
}

/** Evidence of the moment at which an alert of a market fired. */
export function alertEvidenceMenu(desk: Desk, market: string, at: number): MenuGroup {
  const { evidence, attempt } = desk
  const moment = { kind: 'alert', at: String(BigInt(Math.ceil(at)) * 1_000_000n) } as const
  return {
    title: evidenceText.title,
    items: [
      {
        label: evidenceText.keepAlert,
        run: () => attempt(() => evidence.keep(market, moment, null))
      }
    ]
  }
}
