import * as v from 'valibot'
import { positiveDecimal } from '../markets'

/** In display order. */
export const watchColumns = [
  'market',
  'last',
  'change',
  'spread',
  'cost',
  'depth',
  'trend',
  'bid',
  'ask',
  'high',
  'low',
  'volume',
  'age',
  'state'
] as const
export type WatchColumn = (typeof watchColumns)[number]

export const fixedColumns: readonly WatchColumn[] = ['market', 'state']

export const sortableColumns: readonly WatchColumn[] = watchColumns.filter((column) => column !== 'trend')

/** The depth column counts what rests within this of the mid. */
export const depthBasisPoints = 10

export const densities = ['normal', 'dense'] as const
export const trendIntervals = ['1m', '5m', '15m', '1h'] as const

export const watchlistSettings = v.object({
  density: v.fallback(v.picklist(densities), 'normal'),
  /** Cost and depth are read from the whole book. */
  hidden: v.fallback(v.array(v.picklist(watchColumns)), ['cost', 'depth']),
  /** Null keeps the user's order. */
  sortBy: v.fallback(v.nullable(v.picklist(watchColumns)), null),
  descending: v.fallback(v.boolean(), true),
  trend: v.fallback(v.picklist(trendIntervals), '1m'),
  /** In dollars. */
  costSize: v.fallback(positiveDecimal, '50000')
})
export type WatchlistSettings = v.InferOutput<typeof watchlistSettings>
