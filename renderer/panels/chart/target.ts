import type { IPrimitivePaneRenderer } from 'lightweight-charts'

/** The library's drawing target. */
export type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]
