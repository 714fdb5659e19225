export const bookStates = ['idle', 'awaiting', 'live', 'stale', 'rebuilding', 'refused'] as const
/** Only `live` is painted normally. `refused`: the service rejected the market. */
export type BookState = (typeof bookStates)[number]
