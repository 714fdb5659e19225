import * as v from 'valibot'

/** In display order. */
export const watchColumns = [
  'market',
  'last',
  'change',
  'spread',
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

export const densities = ['normal', 'dense'] as const
export const trendIntervals = ['1m', '5m', '15m', '1h'] as const

export const watchlistSettings = v.object({
  density: v.fallback(v.picklist(densities), 'normal'),
  hidden: v.fallback(v.array(v.picklist(watchColumns)), []),
  /** Null keeps the user's order. */
  sortBy: v.fallback(v.nullable(v.picklist(watchColumns)), null),
  descending: v.fallback(v.boolean(), true),
  trend: v.fallback(v.picklist(trendIntervals), '1m')
})
export type WatchlistSettings = v.InferOutput<typeof watchlistSettings>
