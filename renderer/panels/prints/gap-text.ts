import { printsText } from '../../messages/panels/prints'
import { tapeText } from '../../messages/panels/trades'
import { formatShortDuration } from '../../lib/format/duration'
import type { NumberFormat } from '../../lib/format/number'
import { formatTime, type ClockKind } from '../../lib/format/time'
import type { PrintsEntry } from './print-log'

type GapEntry = Extract<PrintsEntry, { readonly kind: 'gap' }>

export function marketsOf({ markets, isAll }: GapEntry): string {
  if (markets.length === 1) return markets[0]!
  return isAll ? printsText.allMarkets : printsText.markets(markets.length)
}

export const gapText = (
  { from, to }: GapEntry,
  { clock, numbers }: { readonly clock: ClockKind; readonly numbers: NumberFormat }
): string =>
  to === null
    ? tapeText.rows.gapSince(formatTime(from, clock))
    : tapeText.rows.gap(formatShortDuration(to - from, numbers))
