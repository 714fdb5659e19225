export const bookStates = ['idle', 'awaiting', 'live', 'stale', 'rebuilding', 'refused'] as const
/** Only `live` is painted normally. `refused`: the service has no such market, or declined it. */
export type BookState = (typeof bookStates)[number]
