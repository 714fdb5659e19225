import type { IPrimitivePaneRenderer } from 'lightweight-charts'

/** Where the library lets a layer draw. */
export type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]
