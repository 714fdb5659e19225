import { intervalSeconds } from '#shared/domain/market/candles/intervals'
import type { HeatColumn, HeatColumns } from '../../lib/markets'
import type { Placed } from './heat-sheet'
import type { Slot } from './slots'

const minute = intervalSeconds['1m']

export interface HeatSources {
  readonly heat: HeatColumns
  /** Shorter columns are read later: before the first one, those of a minute are shown. */
  readonly minutes: HeatColumns | null
}

export interface ShownHeat {
  /** Columns on the axis by bin height, in order. */
  readonly byBin: ReadonlyMap<number, readonly Placed[]>
  readonly newest: HeatColumn | null
  /** When columns of their own length begin, in seconds, if there are others in view; Infinity if there are none. */
  readonly minutesUntil: number | null
}

/** Null if nothing was recorded. */
export function columnAt({ heat, minutes }: HeatSources, start: number): HeatColumn | null {
  const isBefore = minutes !== null && start < (heat.all[0]?.start ?? Infinity)
  const columns = isBefore ? minutes : heat
  const wanted = isBefore ? Math.floor(start / minute) * minute : start
  const column = columns.all[columns.indexFrom(wanted)]
  return column?.start === wanted ? column : null
}

/** Of the slots from one to another, which is included. */
export function shownHeat(
  sources: HeatSources,
  slots: readonly Slot[],
  range: { readonly from: number; readonly to: number }
): ShownHeat {
  const byBin = new Map<number, Placed[]>()
  const first = sources.heat.all[0]?.start ?? Infinity
  let newest: HeatColumn | null = null
  let minutesUntil: number | null = null
  for (let slot = range.from; slot <= range.to; slot += 1) {
    const { start } = slots[slot]!
    const column = columnAt(sources, start)
    if (!column) continue
    newest = column
    if (start < first) minutesUntil = first
    const same = byBin.get(column.bin)
    if (same) same.push({ slot, column })
    else byBin.set(column.bin, [{ slot, column }])
  }
  return { byBin, newest, minutesUntil }
}
