import { printsText } from '../../messages/panels/prints'
import { tapeText } from '../../messages/panels/trades'
import { formatShortDuration } from '../../lib/format/duration'
import type { NumberFormat } from '../../lib/format/number'
import { formatTime, type ClockKind } from '../../lib/format/time'
import type { PrintsEntry } from './print-log'

type GapEntry = Exclude<PrintsEntry, { readonly kind: 'print' }>

export function marketsOf({ markets, isAll }: GapEntry): string {
  if (markets.length === 1) return markets[0]!
  return isAll ? printsText.allMarkets : printsText.markets(markets.length)
}

export function gapText(
  entry: GapEntry,
  { clock, numbers }: { readonly clock: ClockKind; readonly numbers: NumberFormat }
): string {
  if (entry.kind === 'cut') return printsText.cut
  const { from, to } = entry
  if (to === null) return tapeText.rows.gapSince(formatTime(from, clock))
  return tapeText.rows.gap(formatShortDuration(to - from, numbers))
}
