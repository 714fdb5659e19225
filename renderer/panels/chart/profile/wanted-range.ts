import type { ChartSettings } from '#shared/contract/market/panels/chart'
import type { ProfileRange } from '#shared/contract/market/volume-profile'
import type { Slots } from '../slots'
import { sessionStart } from '../studies/session-levels'

interface Sources {
  readonly settings: Pick<ChartSettings, 'profile' | 'anchor' | 'sessionStart'>
  readonly slots: Slots
  /** In slots. */
  readonly visible: { readonly from: number; readonly to: number } | null
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The time of the volume profile; null without one. */
export function wantedRange({ settings, slots, visible, now }: Sources): ProfileRange | null {
  switch (settings.profile) {
    case 'off':
      return null
    case 'session':
      return { from: sessionStart(now / 1000, settings.sessionStart), to: null, step: null }
    case 'anchored':
      return settings.anchor === null ? null : { from: settings.anchor, to: null, step: null }
    case 'visible':
      return visible && visibleRange(slots, visible)
  }
}

/** Of whole candles, each a part of its own. */
export function visibleRange(
  { all, seconds }: Slots,
  visible: { readonly from: number; readonly to: number }
): ProfileRange | null {
  const first = all[Math.max(0, Math.ceil(visible.from - 0.5))]
  const last = all[Math.floor(visible.to + 0.5)]
  if (!first) return null
  if (!last || last === all.at(-1)) return { from: first.start, to: null, step: seconds }
  return { from: first.start, to: last.start + seconds, step: seconds }
}
